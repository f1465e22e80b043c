import type { AccountMailBuilder, AccountMails } from '#auth/server/account-hooks.ts'
import { findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { issueCancelRecoveryToken } from '../factor-recovery/recovery-token.ts'
import { changeMails, type RecoveryMailKind, recoveryMail } from './factor-templates.ts'

/** Reports a change of the factors. Only the current e-mail gets the dispute link: an old mailbox may have another owner. */
const buildChangeMail: AccountMailBuilder = async (context, { email, currentEmail, eventKind }, { locale, notMe }) => {
  const isCurrent = email === currentEmail
  if (!isCurrent && !['factors_removed', 'passkey_added', 'codes_added'].includes(eventKind ?? '')) return null
  const build = Object.entries(changeMails).find(([name]) => name === eventKind)?.[1]
  return build ? build({ ...context, link: isCurrent ? await notMe() : null }, locale) : null
}

/** Nothing to send when the recovery has ended since. */
const buildRecoveryMail =
  (kind: RecoveryMailKind): AccountMailBuilder =>
  async (context, { userId }, { locale }) => {
    const recovery = await findActiveRecovery(context.db, userId)
    if (!recovery) return null
    const link = await issueCancelRecoveryToken(context, recovery.id)
    return recoveryMail(kind, { ...context, link, ...recovery }, locale)
  }

export const factorMails: AccountMails = {
  factor: buildChangeMail,
  factor_recovery: buildRecoveryMail('factor_recovery'),
  factor_recovery_soon: buildRecoveryMail('factor_recovery_soon'),
  factor_recovery_ripe: buildRecoveryMail('factor_recovery_ripe'),
}
