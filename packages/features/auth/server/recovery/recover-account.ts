import { inTransaction } from '@duo/db/index.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { type EmailVerifiedHook, markEmailVerified } from '../email-verification/verify-email.ts'
import { recordEvent } from '../events/account-events.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { resetIdentifier } from '../mail/mail-tokens.ts'
import { requireStrongPassword, samePasswordError } from '../password-policy.ts'
import { hasFactor } from '../second-factor/account-factors.ts'
import { deleteFactors } from '../second-factor/factor-queries.ts'
import { recordDevice } from '../sessions/known-devices.ts'
import { rotateToken } from '../sessions/session-queries.ts'
import { newToken } from '../sessions/sessions.ts'
import { actorOfCaller } from '../sign-in/sign-in-caller.ts'
import * as users from '../user-queries.ts'
import * as queries from './recovery-queries.ts'

type PasswordContext = Pick<AppContext, 'db' | 'passwords' | 'secret'>

const invalidTokenError = () => new AuthEndpointError('INVALID_TOKEN', 'Invalid token')

/** Voids all other access. Throws `INVALID_TOKEN`, or a weak password's error, after which the link still works. */
export async function resetPassword(
  context: PasswordContext,
  { token, newPassword, call }: { token: string; newPassword: string; call: CallState },
  onEmailVerified: readonly EmailVerifiedHook[],
): Promise<void> {
  const { db, passwords } = context
  const identifier = resetIdentifier(token)
  const account = await queries.findUserByReset(db, identifier)
  if (!account) throw invalidTokenError()
  await requireStrongPassword(newPassword, [account.name, account.email])
  if (account.hash !== null && (await passwords.verify(account.hash, newPassword))) throw samePasswordError()
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (tx) => {
    const user = await users.lockUser(tx, account.id)
    if (!user || !(await queries.consumeReset(tx, identifier))) throw invalidTokenError()
    if (user.confirmedAt === null) {
      await queries.deleteLinkedAccounts(tx, user.id)
      await deleteFactors(tx, user.id)
    }
    await voidRecovery(tx, user.id)
    await queries.setPassword(tx, user.id, hash)
    await queries.revokeAccess(tx, user)
    await markEmailVerified(tx, user.id, onEmailVerified)
    const { userAgent, devices, locale: language } = call
    // mailbox access proves the owner, so no new-device mail, unless a second factor is required
    if (!(await hasFactor(tx, user.id))) call.device = (await recordDevice(tx, { userId: user.id, devices, userAgent })).id
    const eventId = await recordEvent(tx, context, { userId: user.id }, { kind: 'password_reset', actor: actorOfCaller(call) })
    await enqueueAccountMail(tx, { kind: 'password', email: user.email, language, userId: user.id, eventId })
  })
}

/** Voids all other access. Returns the session's new token. Throws `CREDENTIAL_ACCOUNT_NOT_FOUND` or `INVALID_PASSWORD`. */
export async function changePassword(
  context: PasswordContext,
  user: Viewer,
  { currentPassword, newPassword, token, call }: { currentPassword: string; newPassword: string; token: string; call: CallState },
): Promise<string> {
  const { db, passwords } = context
  const actor = { ...actorOfCaller(call), sessionId: user.session.id }
  const currentHash = await findPasswordHash(db, user.id)
  if (currentHash === null) throw new AuthEndpointError('CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found')
  if (!(await passwords.verify(currentHash, currentPassword))) {
    await recordEvent(db, context, { userId: user.id }, { kind: 'password_refused', actor })
    throw new AuthEndpointError('INVALID_PASSWORD', 'Invalid password')
  }
  await requireStrongPassword(newPassword, [user.name, user.email])
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) throw samePasswordError()
  const hash = await passwords.hash(newPassword)
  const nextToken = newToken()
  await inTransaction(db, async (tx) => {
    const lockedUser = await users.lockUser(tx, user.id)
    // the old password must not undo a recovery or change that committed meanwhile
    const isUnchanged = lockedUser && (await findPasswordHash(tx, user.id)) === currentHash
    if (!isUnchanged || !(await rotateToken(tx, user.session.id, { from: token, to: nextToken })))
      throw new AuthEndpointError('INVALID_PASSWORD', 'Invalid password')
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
  })
  return nextToken
}

async function findPasswordHash(db: AppContext['db'], userId: string): Promise<string | null> {
  const accounts = await users.listLinkedAccounts(db, userId)
  return accounts.find(({ password }) => password !== null)?.password ?? null
}
