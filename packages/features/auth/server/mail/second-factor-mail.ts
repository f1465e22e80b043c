import type { Db } from '@duo/db/index.ts'
import type { MailedLink } from '@duo/platform/server/mail/mail-codes.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { issueCancelRecoveryToken } from './mail-tokens.ts'
import { changeMails, recoveryMail } from './second-factor-templates.ts'
import type { MailText } from './templates.ts'

export const factorMailKinds = ['factor', 'factor_recovery', 'factor_recovery_soon', 'factor_recovery_ripe'] as const
export type FactorMailKind = (typeof factorMailKinds)[number]

export const isFactorMail = (kind: string): kind is FactorMailKind => factorMailKinds.some((factorKind) => factorKind === kind)

interface FactorMail {
  kind: FactorMailKind
  userId: string
  email: string
  currentEmail: string | null
  eventKind: string | null
}

interface MailContext {
  db: Db
  publicUrl: string
  secret: Keys
}

/** Null if there is nothing to send. Only the current e-mail gets the dispute link: an old mailbox may have another owner. */
export async function buildFactorMail(
  context: MailContext,
  { kind, userId, email, currentEmail, eventKind }: FactorMail,
  { locale, notMe }: { locale: Locale; notMe: () => Promise<MailedLink | null> },
): Promise<MailText | null> {
  const isCurrent = email === currentEmail
  if (kind === 'factor') {
    if (!isCurrent && !['factors_removed', 'passkey_added', 'codes_added'].includes(eventKind ?? '')) return null
    const build = Object.entries(changeMails).find(([name]) => name === eventKind)?.[1]
    return build ? build({ ...context, link: isCurrent ? await notMe() : null }, locale) : null
  }
  const recovery = await findActiveRecovery(context.db, userId)
  if (!recovery) return null
  const link = await issueCancelRecoveryToken(context, recovery.id)
  return recoveryMail(kind, { ...context, link, ...recovery }, locale)
}
