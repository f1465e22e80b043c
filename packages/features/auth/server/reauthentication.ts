import type { Db } from '@duo/db/index.ts'
import { consume, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { RequestContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { type EventKind, passwordLimit, type ReauthenticationError } from '../schema.ts'
import { type Actor, recordEvent } from './events/account-events.ts'
import { requireFreshFactor } from './fresh-factor/fresh-factor.ts'
import type { SessionProof } from './fresh-factor/fresh-factor-queries.ts'
import { findSessionToken } from './sessions/session-queries.ts'
import * as queries from './user-queries.ts'

export type AccountContext = Pick<
  RequestContext,
  'db' | 'log' | 'passwords' | 'rateLimit' | 'secret' | 'clientAddress' | 'userAgent'
> & {
  user: Viewer
}

export const actorOfContext = ({ clientAddress, userAgent, user }: AccountContext): Actor => ({
  clientAddress,
  userAgent,
  sessionId: user.session.id,
})

export const recordUserEvent = (db: Db, context: AccountContext, kind: EventKind) =>
  recordEvent(db, context, { userId: context.user.id }, { kind, actor: actorOfContext(context) })

/** Locks the account. Throws `unauthorized` when it or the session has ended. */
export async function lockOwner(db: Db, user: Viewer) {
  const row = await queries.lockUser(db, user.id)
  if (!row || !(await findSessionToken(db, user.session.id))) throw new AppError('unauthorized')
  return row
}

/**
 * Requires a fresh factor if the account has one, before any password is looked at, and the password if it has one. An account
 * with neither needs a recent sign-in. Returns null when the check passes. Throws `fresh_factor_needed`; 429.
 */
export async function requireReauthentication(
  context: AccountContext,
  password: string | null,
): Promise<ReauthenticationError | null> {
  const proof = await requireFreshFactor(context.db, context.user)
  const count = { limit: passwordLimit, key: context.user.id }
  await consume(context, count)
  try {
    return await checkProof(context, password, proof)
  } catch (error) {
    await undoCountsIfUnavailable(context, [count], error)
    throw error
  }
}

async function checkProof(
  context: AccountContext,
  password: string | null,
  { hasFactor, isSignInRecent }: SessionProof,
): Promise<ReauthenticationError | null> {
  const { db, user, passwords } = context
  const hash = (await queries.listLinkedAccounts(db, user.id)).find((account) => account.password !== null)?.password
  if (hash) {
    if (password !== null && (await passwords.verify(hash, password))) return null
    await recordUserEvent(db, context, 'password_refused')
    return { error: 'wrong_password' }
  }
  return hasFactor || isSignInRecent ? null : { error: 'sign_in_again' }
}
