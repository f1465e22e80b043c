import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { sql } from 'kysely'
import type { EventKind } from '../../schema.ts'

interface NewEvent {
  id: string
  kind: EventKind
  addressHash: string | null
  userAgent: string | null
  deviceId: string | null
  sessionId: string | null
  email: string | null
  keyHint: string | null
}

export type EventSubject = { userId: string } | { address: string }

/** Kinds that others can cause without limit; one row per hour counts them. */
const aggregatedKinds: readonly EventKind[] = ['sign_in_refused', 'password_refused', 'recovery_sent', 'second_factor_refused']

export async function insertEvent(db: Db, subject: EventSubject, event: NewEvent): Promise<void> {
  const hour = aggregatedKinds.includes(event.kind) ? sql`date_trunc('hour', now())` : sql`null::timestamptz`
  const person = 'userId' in subject ? sql`person.id = ${subject.userId}` : sql`person.email = ${subject.address}`
  await sql`
    insert into auth_event (id, user_id, kind, device_id, user_agent, address_hash, email, key_hint, hour)
    select ${event.id}::uuid, person.id, ${event.kind}::text,
      coalesce(${event.deviceId}::uuid, (select device_id from auth_session where id = ${event.sessionId}::uuid)),
      ${event.userAgent}::text, ${event.addressHash}::text, ${event.email}::text, ${event.keyHint}::text, ${hour}
    from auth_user as person where ${person}
    on conflict (user_id, kind, hour) where hour is not null do update
    set times = auth_event.times + 1, at = now(), device_id = excluded.device_id, user_agent = excluded.user_agent,
      address_hash = excluded.address_hash`.execute(db)
}

/** Stores the only record that remains of a deleted account. */
export function insertErasure(db: Db, { id, userId }: { id: string; userId: string }) {
  return db.insertInto('auth_event').values({ id, erased_account: userId, kind: 'erased' }).execute()
}

export function listEvents(db: Db, userId: string, limit: number) {
  return db
    .selectFrom('auth_event')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('erased_account', '=', userId)]))
    .select(['id', 'kind', 'device_id', 'user_agent', 'address_hash', 'email', 'key_hint', 'times', 'disputed_at', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export const purgeEvents = (db: Db, days: number) =>
  purge(db, 'auth_event', { where: sql`at < now() - make_interval(days => ${days})` })

export async function findDisputableEvent(db: Db, id: string) {
  const row = await db
    .selectFrom('auth_event')
    .where('id', '=', id)
    .select(['id', 'user_id as userId', 'kind', 'email', 'at', 'disputed_at as disputedAt'])
    .executeTakeFirst()
  return row?.userId ? { ...row, userId: row.userId } : undefined
}

export function markDisputed(db: Db, id: string) {
  return db.updateTable('auth_event').set({ disputed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Whether the e-mail changed after an event, so that its mail went to another mailbox. */
export async function hasEmailChangedSince(db: Db, { userId, at }: { userId: string; at: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('auth_event')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['email_changed', 'email_restored'])
    .where('at', '>', at)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the event happened between an e-mail change and the dispute that reverted it. */
export async function isUndone(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth_event as event
    join auth_event as moved on moved.user_id = event.user_id and moved.kind = 'email_changed'
      and moved.at < event.at and moved.disputed_at > event.at
    join auth_event as restored on restored.user_id = event.user_id and restored.kind = 'email_restored'
      and restored.at = moved.disputed_at
    where event.id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns when an e-mail change was requested, or `at` when the events do not reach back so far. */
export async function findEmailChangeRequestTime(db: Db, { userId, at }: { userId: string; at: Date }): Promise<Date> {
  const row = await db
    .selectFrom('auth_event')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email_change_asked')
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .select('at')
    .executeTakeFirst()
  return row?.at ?? at
}
