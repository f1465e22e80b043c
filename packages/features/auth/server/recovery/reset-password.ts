import { inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { CheckResetResult, ResetPasswordResult } from '../../schema.ts'
import { revokeAccess } from '../access/access-queries.ts'
import { markEmailVerified } from '../email-verification/verify-email.ts'
import { recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { resetIdentifier } from '../mail/mail-tokens.ts'
import { consumeReset, findUserByReset } from '../mail/reset-queries.ts'
import { findWeakness } from '../passwords/password-policy.ts'
import { deleteLinkedAccounts, setPassword } from '../passwords/password-queries.ts'
import { recordDevice } from '../sessions/known-devices.ts'
import { sendDevice } from '../sign-in/open-session.ts'
import { actorOfCaller, callerOf } from '../sign-in/sign-in-caller.ts'
import * as users from '../users/user-queries.ts'

const invalidLink = { error: 'invalid_link' } as const
const samePassword = { error: 'password_same' } as const

export async function checkReset({ db }: RequestContext, token: string): Promise<CheckResetResult> {
  return (await findUserByReset(db, resetIdentifier(token))) ? { error: null } : invalidLink
}

/** Voids all other access. The link still works after a password was refused. */
export async function resetPassword(
  context: RequestContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<ResetPasswordResult> {
  const { db, passwords } = context
  const { secondFactor } = context.accountHooks
  const identifier = resetIdentifier(token)
  const account = await findUserByReset(db, identifier)
  if (!account) return invalidLink
  const weakness = await findWeakness(newPassword, [account.name, account.email])
  if (weakness) return { error: weakness }
  if (account.hash !== null && (await passwords.verify(account.hash, newPassword))) return samePassword
  const hash = await passwords.hash(newPassword)
  const caller = await callerOf(context)
  const isReset = await inTransaction(db, async (tx) => {
    const user = await users.lockUser(tx, account.id)
    if (!user || !(await consumeReset(tx, identifier))) return false
    if (user.confirmedAt === null) {
      await deleteLinkedAccounts(tx, user.id)
      await secondFactor.removeFactors(tx, context, user)
    }
    await secondFactor.voidRecovery(tx, user.id)
    await setPassword(tx, user.id, hash)
    await revokeAccess(tx, context, user)
    await markEmailVerified(tx, user.id, context.accountHooks)
    const { userAgent, devices, locale: language } = caller
    // mailbox access proves the owner, so no new-device mail, unless a second factor is required
    if (!(await secondFactor.hasFactor(tx, user.id)))
      caller.device = (await recordDevice(tx, { userId: user.id, devices, userAgent })).id
    const eventId = await recordEvent(tx, context, { userId: user.id }, { kind: 'password_reset', actor: actorOfCaller(caller) })
    await enqueueAccountMail(tx, { kind: 'password', email: user.email, language, userId: user.id, eventId })
    return true
  })
  if (!isReset) return invalidLink
  await sendDevice(context, caller)
  return { error: null }
}
