export const maxPasskeys = 10
export const recoveryCodeCount = 10

/** Days that a slow factor recovery waits, and days that it then stays open. */
export const factorRecoveryDays = 7
export const factorRecoveryOpenDays = 7

export const secondStepPath = '/auth/second-step'
export const cancelRecoveryPath = '/auth/cancel-recovery'
