import type { PassStepResult, StepMethod } from '../../schema.ts'

export type PassedStep = Extract<PassStepResult, { error: null }>

/** Returns an error text, or null when another view follows. */
export type CompleteStep = (by: StepMethod, call: () => Promise<PassStepResult>) => Promise<string | null>
