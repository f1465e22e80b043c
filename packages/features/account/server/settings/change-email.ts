import { inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import { v7 as uuid, validate } from 'uuid'
import type { CancelChangeResult } from '#auth/schema.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import { cancelPurpose } from '#auth/server/mail/mail-tokens.ts'
import { type AccountContext, lockOwner, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import * as queries from '#auth/server/users/user-queries.ts'
import { requireReauthentication } from '#second-factor/server/fresh-factor/reauthentication.ts'
import type { ChangeEmailResult } from '../../schema.ts'

/** Mails a confirmation link to the new e-mail and a cancel link to the current one. Never reveals whether it is taken. */
export async function changeEmail(
  context: AccountContext,
  { email, password }: { email: string; password: string | null },
): Promise<ChangeEmailResult> {
  const { db, user } = context
  if (email === user.email) return { error: 'same_email' }
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  await inTransaction(db, async (tx) => {
    // a first factor or another revocation may have ended the session since the password was checked
    const row = await lockOwner(tx, user)
    await queries.setPendingEmail(tx, user.id, { email, changeId: uuid(), sessionId: user.session.id })
    await enqueueAccountMail(tx, { kind: 'change', email, language: user.language, userId: user.id })
    await recordUserEvent(tx, context, 'email_change_asked')
    await enqueueAccountMail(tx, { kind: 'changing', email: row.email, language: user.language, userId: user.id })
  })
  return { error: null }
}

export async function cancelEmailChange(context: Omit<AccountContext, 'user'>, token: string): Promise<CancelChangeResult> {
  const ticket = readTicket(context.secret, cancelPurpose, token)
  const [userId = '', changeId = ''] = ticket?.subject.split('.') ?? []
  if (!validate(userId) || !validate(changeId)) return { error: 'invalid_link' }
  return inTransaction(context.db, async (tx) => {
    if (!(await queries.clearPendingEmail(tx, userId, { id: changeId }))) return { error: 'invalid_link' }
    await recordEvent(tx, context, { userId }, { kind: 'email_change_cancelled', actor: context })
    return { error: null }
  })
}
