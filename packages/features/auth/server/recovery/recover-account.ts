import { inTransaction } from '@duo/db/index.ts'
import type { AppContext, RequestContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { ChangePasswordAnswer, ResetPasswordAnswer } from '../../schema.ts'
import { markEmailVerified } from '../email-verification/verify-email.ts'
import { recordEvent } from '../events/account-events.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { requireFreshFactor } from '../fresh-factor/fresh-factor.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { resetIdentifier } from '../mail/mail-tokens.ts'
import { findWeakness } from '../password-policy.ts'
import { hasFactor } from '../second-factor/account-factors.ts'
import { deleteFactors } from '../second-factor/factor-queries.ts'
import { sendDevice, sendToken } from '../second-factor/open-session.ts'
import { recordDevice } from '../sessions/known-devices.ts'
import { rotateToken } from '../sessions/session-queries.ts'
import { newToken, readToken } from '../sessions/sessions.ts'
import { actorOfCaller, callerOf } from '../sign-in/sign-in-caller.ts'
import * as users from '../user-queries.ts'
import * as queries from './recovery-queries.ts'

const invalidLink = { error: 'invalid_link' } as const
const samePassword = { error: 'password_same' } as const
const wrongPassword = { error: 'wrong_password' } as const

/** Voids all other access. The link still works after a password was refused. */
export async function resetPassword(
  context: RequestContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<ResetPasswordAnswer> {
  const { db, passwords } = context
  const identifier = resetIdentifier(token)
  const account = await queries.findUserByReset(db, identifier)
  if (!account) return invalidLink
  const weakness = await findWeakness(newPassword, [account.name, account.email])
  if (weakness) return { error: weakness }
  if (account.hash !== null && (await passwords.verify(account.hash, newPassword))) return samePassword
  const hash = await passwords.hash(newPassword)
  const caller = await callerOf(context)
  const isReset = await inTransaction(db, async (tx) => {
    const user = await users.lockUser(tx, account.id)
    if (!user || !(await queries.consumeReset(tx, identifier))) return false
    if (user.confirmedAt === null) {
      await queries.deleteLinkedAccounts(tx, user.id)
      await deleteFactors(tx, user.id)
    }
    await voidRecovery(tx, user.id)
    await queries.setPassword(tx, user.id, hash)
    await queries.revokeAccess(tx, user)
    await markEmailVerified(tx, user.id, context.accountHooks)
    const { userAgent, devices, locale: language } = caller
    // mailbox access proves the owner, so no new-device mail, unless a second factor is required
    if (!(await hasFactor(tx, user.id))) caller.device = (await recordDevice(tx, { userId: user.id, devices, userAgent })).id
    const eventId = await recordEvent(tx, context, { userId: user.id }, { kind: 'password_reset', actor: actorOfCaller(caller) })
    await enqueueAccountMail(tx, { kind: 'password', email: user.email, language, userId: user.id, eventId })
    return true
  })
  if (!isReset) return invalidLink
  await sendDevice(context, caller)
  return { error: null }
}

/** Voids all other access, and gives the session a new token. Throws `fresh_factor_needed`. */
export async function changePassword(
  context: RequestContext & { user: Viewer },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<ChangePasswordAnswer> {
  const { db, passwords, user } = context
  const token = readToken(context, context.credentials)?.token
  if (token === undefined) throw new AppError('unauthorized')
  await requireFreshFactor(db, user)
  const actor = { ...actorOfCaller(await callerOf(context)), sessionId: user.session.id }
  const currentHash = await findPasswordHash(db, user.id)
  if (currentHash === null) return { error: 'no_password' }
  if (!(await passwords.verify(currentHash, currentPassword))) {
    await recordEvent(db, context, { userId: user.id }, { kind: 'password_refused', actor })
    return wrongPassword
  }
  const weakness = await findWeakness(newPassword, [user.name, user.email])
  if (weakness) return { error: weakness }
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) return samePassword
  const hash = await passwords.hash(newPassword)
  const nextToken = newToken()
  const isChanged = await inTransaction(db, async (tx) => {
    const lockedUser = await users.lockUser(tx, user.id)
    // the old password must not undo a recovery or change that committed meanwhile
    const isUnchanged = lockedUser && (await findPasswordHash(tx, user.id)) === currentHash
    if (!isUnchanged || !(await rotateToken(tx, user.session.id, { from: token, to: nextToken }))) return false
    await queries.setPassword(tx, user.id, hash)
    await queries.revokeAccess(tx, lockedUser, { sessions: [user.session.id] })
    const eventId = await recordEvent(tx, context, { userId: user.id }, { kind: 'password_changed', actor })
    await enqueueAccountMail(tx, {
      kind: 'password',
      email: lockedUser.email,
      language: lockedUser.language,
      userId: user.id,
      eventId,
    })
    return true
  })
  if (!isChanged) return wrongPassword
  sendToken(context, nextToken)
  return { error: null }
}

async function findPasswordHash(db: AppContext['db'], userId: string): Promise<string | null> {
  const accounts = await users.listLinkedAccounts(db, userId)
  return accounts.find(({ password }) => password !== null)?.password ?? null
}
