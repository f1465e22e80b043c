import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { type SqlBool, sql } from 'kysely'
import { sessionDays } from '../../rules.ts'
import { maxSessionDays } from '../../schema.ts'

const withinMaxAge = sql<Date>`now() - make_interval(days => ${maxSessionDays})`
const nextExpiry = sql<Date>`least(now() + make_interval(days => ${sessionDays}), created_at + make_interval(days => ${maxSessionDays}))`

/** A viewer without its session, from auth_user as `person`. */
export const viewerColumns = sql`
  person.id, person.email, person.name, person.language, person.confirmed_at as "confirmedAt", person.created_at as "createdAt",
  person.role = 'operator'
    and not exists (select from auth_passkey where user_id = person.id)
    and not exists (select from auth_one_time_codes where user_id = person.id) as "lacksFactor"`

interface Session extends Omit<Viewer, 'session'> {
  sessionId: string
  sessionCreatedAt: Date
  expiresAt: Date
  needsExtension: boolean
}

export async function findSessionByToken(db: Db, token: string): Promise<Session | undefined> {
  const { rows } = await sql<Session>`
    select session.id as "sessionId", session.created_at as "sessionCreatedAt", session.expires_at as "expiresAt",
      session.updated_at < now() - interval '1 day' as "needsExtension", ${viewerColumns}
    from auth_session as session join auth_user as person on person.id = session.user_id
    where session.token = ${token} and session.expires_at > now() and session.created_at > ${withinMaxAge}`.execute(db)
  return rows[0]
}

export async function listActiveSessionIds(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('auth_session')
    .where('id', 'in', ids)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', withinMaxAge)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface NewSession {
  id: string
  userId: string
  token: string
  userAgent: string
  deviceId: string
  days: number
}

export function insertSession(db: Db, { id, userId, token, userAgent, deviceId, days }: NewSession) {
  const session = { id, user_id: userId, token, ip_address: null, user_agent: userAgent, device_id: deviceId }
  return db
    .insertInto('auth_session')
    .values({ ...session, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .execute()
}

/** Returns undefined when a concurrent request has extended it. */
export function extendSession(db: Db, id: string) {
  return db
    .updateTable('auth_session')
    .set({ expires_at: nextExpiry, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('updated_at', '<', sql<Date>`now() - interval '1 day'`)
    .returning('expires_at as expiresAt')
    .executeTakeFirst()
}

export function findSessionToken(db: Db, id: string) {
  return db
    .selectFrom('auth_session')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('created_at', '>', withinMaxAge)
    .select('token')
    .executeTakeFirst()
}

/** Returns undefined when `from` is no longer the token. */
export function rotateToken(db: Db, id: string, { from, to }: { from: string; to: string }) {
  return db
    .updateTable('auth_session')
    .set({ token: to, expires_at: nextExpiry, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('token', '=', from)
    .returning('id')
    .executeTakeFirst()
}

export function deleteSessionByToken(db: Db, token: string) {
  return db.deleteFrom('auth_session').where('token', '=', token).execute()
}

export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('auth_session')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'created_at', 'updated_at', 'expires_at', 'user_agent'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the ended session's device; undefined when the session is not the user's. */
export function deleteSession(db: Db, { userId, id }: { userId: string; id: string }) {
  return db
    .deleteFrom('auth_session')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('device_id as deviceId')
    .executeTakeFirst()
}

export function deleteOtherSessions(db: Db, userId: string, currentId: string) {
  return db.deleteFrom('auth_session').where('user_id', '=', userId).where('id', '!=', currentId).execute()
}

export async function purgeExpired(db: Db): Promise<number> {
  const expired = { where: sql<SqlBool>`expires_at < now()` }
  return (await purge(db, 'auth_session', expired)) + (await purge(db, 'auth_verification', expired))
}

export const deleteAllSessions = (db: Db) => db.deleteFrom('auth_session').execute()

export async function isSessionOf(db: Db, { token, userId }: { token: string | null; userId: string }): Promise<boolean> {
  if (token === null) return false
  const row = await db
    .selectFrom('auth_session')
    .where('token', '=', token)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
