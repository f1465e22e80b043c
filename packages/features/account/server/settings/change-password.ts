import { inTransaction } from '@duo/db/index.ts'
import type { AppContext, RequestContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { revokeAccess } from '#auth/server/access/access-queries.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import { findWeakness } from '#auth/server/passwords/password-policy.ts'
import { setPassword } from '#auth/server/passwords/password-queries.ts'
import { rotateToken } from '#auth/server/sessions/session-queries.ts'
import { newToken, readToken } from '#auth/server/sessions/sessions.ts'
import { sendToken } from '#auth/server/sign-in/open-session.ts'
import { actorOfCaller, callerOf } from '#auth/server/sign-in/sign-in-caller.ts'
import * as users from '#auth/server/users/user-queries.ts'
import { requireFreshFactor } from '#second-factor/server/fresh-factor/fresh-factor.ts'
import type { ChangePasswordResult } from '../../schema.ts'

const wrongPassword = { error: 'wrong_password' } as const

const samePassword = { error: 'password_same' } as const

/** Voids all other access, and gives the session a new token. Throws `fresh_factor_needed`. */
export async function changePassword(
  context: RequestContext & { user: Viewer },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<ChangePasswordResult> {
  const { db, passwords, user } = context
  const token = readToken(context, context.credentials)?.token
  if (token === undefined) throw new AppError('unauthorized')
  await requireFreshFactor(db, user)
  const actor = { ...actorOfCaller(await callerOf(context)), sessionId: user.session.id }
  const currentHash = await findPasswordHash(db, user.id)
  if (currentHash === null) return { error: 'no_password' }
  if (!(await passwords.verify(currentHash, currentPassword))) {
    // the answer to the same change was lost, and its form is sent again
    if (await passwords.verify(currentHash, newPassword)) return { error: null }
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
    await setPassword(tx, user.id, hash)
    await revokeAccess(tx, context, lockedUser, { sessions: [user.session.id] })
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
