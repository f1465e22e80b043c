import type { Db } from '@duo/db/index.ts'
import { forgive } from '@duo/platform/server/security/rate-limit.ts'
import type { Context, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { type EventKind, freshMinutes, type NotProven, passwordLimit } from '../schema.ts'
import { type Actor, record } from './events/account-events.ts'
import { tokenOf } from './sessions/session-queries.ts'
import * as queries from './user-queries.ts'

/** What the procedures of a signed-in account work with. */
export type AccountWorld = Pick<Context, 'db' | 'log' | 'passwords' | 'rateLimit' | 'secret' | 'clientAddress' | 'userAgent'> & {
  user: Viewer
}

/** Returns who makes a call, for the trail. */
export const actorIn = ({ clientAddress, userAgent, user }: AccountWorld): Actor => ({
  clientAddress,
  userAgent,
  sessionId: user.session.id,
})

/** Writes what the signed-in user did into their trail. Returns the event's id. */
export const note = (db: Db, world: AccountWorld, kind: EventKind) =>
  record(db, world, { userId: world.user.id }, { kind, actor: actorIn(world) })

/** Locks the signed-in account. Throws `unauthorized` where it, or the session that asks, has ended meanwhile. */
export async function lockOwner(db: Db, user: Viewer) {
  const person = await queries.lockPerson(db, user.id)
  if (!person || !(await tokenOf(db, user.session.id))) throw new AppError('unauthorized')
  return person
}

/**
 * Checks that the account's owner is at the keyboard: by the password, or, where there is none, by a fresh sign-in. Returns null when it
 * is them.
 */
export async function unproven(world: AccountWorld, password: string | null): Promise<NotProven | null> {
  const { rateLimit, user } = world
  const retryAfterSeconds = await rateLimit(passwordLimit, user.id)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  try {
    return await proofMissing(world, password)
  } catch (error) {
    await forgive(world, [{ limit: passwordLimit, key: user.id }], error)
    throw error
  }
}

async function proofMissing(world: AccountWorld, password: string | null): Promise<NotProven | null> {
  const { db, user, passwords } = world
  const hash = (await queries.waysIn(db, user.id)).find((way) => way.password !== null)?.password
  if (hash) {
    if (password !== null && (await passwords.verify(hash, password))) return null
    await note(db, world, 'password_refused')
    return { error: 'wrong_password' }
  }
  const age = Date.now() - user.session.createdAt.getTime()
  return age < freshMinutes * 60_000 ? null : { error: 'sign_in_again' }
}
