import { nameProblem, normalizeName } from '../auth/rules.ts'

export const maxPasskeys = 10
export const passkeyNameMaxLength = 60
export const recoveryCodeCount = 10

/** Days that a slow factor recovery waits, and days that it then stays open. */
export const factorRecoveryDays = 7
export const factorRecoveryOpenDays = 7

export const secondStepPath = '/auth/second-step'
export const cancelRecoveryPath = '/auth/cancel-recovery'

export const passkeyNameProblem = (input: string): 'required' | 'too_long' | null =>
  nameProblem(input) ?? (normalizeName(input).length > passkeyNameMaxLength ? 'too_long' : null)
