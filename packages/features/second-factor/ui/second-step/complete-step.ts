import type { PassStepAnswer, StepMethod } from '../../schema.ts'

export type PassedStep = Extract<PassStepAnswer, { error: null }>

/** Returns an error text, or null when another view follows. */
export type CompleteStep = (by: StepMethod, call: () => Promise<PassStepAnswer>) => Promise<string | null>
