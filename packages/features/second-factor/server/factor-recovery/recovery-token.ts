import { issueTicket, type TokenContext } from '#auth/server/mail/mail-tokens.ts'
import { cancelRecoveryPath, factorRecoveryDays, factorRecoveryOpenDays } from '../../rules.ts'

export const cancelRecoveryPurpose = 'auth.cancel_factor_recovery'

export const issueCancelRecoveryToken = (context: TokenContext, recoveryId: string) =>
  issueTicket(context, cancelRecoveryPath, {
    purpose: cancelRecoveryPurpose,
    subject: recoveryId,
    expiresIn: `${factorRecoveryDays + factorRecoveryOpenDays}d`,
  })
