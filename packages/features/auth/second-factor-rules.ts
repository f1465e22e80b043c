import { nameProblem, normalizeName } from './rules.ts'

export const maxPasskeys = 10
export const passkeyNameMaxLength = 60
export const recoveryCodeCount = 10

/** Days that the slow recovery of a lost second factor waits, and days that it then stays open. */
export const factorRecoveryDays = 7
export const factorRecoveryOpenDays = 7

/** The pages of the second step, and the one that cancels a slow recovery from a mail. */
export const secondStepPath = '/auth/second-step'
export const cancelRecoveryPath = '/auth/cancel-recovery'

/** Returns what is wrong with a passkey's name, or null. */
export const passkeyNameProblem = (input: string): 'required' | 'too_long' | null =>
  nameProblem(input) ?? (normalizeName(input).length > passkeyNameMaxLength ? 'too_long' : null)
