import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** Waves before November 2026 stored `date`, which counts as `position`. */
export type SelectionReason = 'friends' | 'position'

export type Candidate = { id: string; email: string; seat: number; key: number; friends: number }

/** Another operator's whole batch may run first, which takes longer than a request would wait. */
const lockTimeout = '60s'

/** Serializes concurrent batches, so that each counts what the others have invited. */
export async function acquireWaveLock(db: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended('waitlist_wave', 0))`.execute(db)
}

export function findWave(db: Db, name: string) {
  return db.selectFrom('waitlist_wave').where('name', '=', name).selectAll().executeTakeFirst()
}

export function insertWave(db: Db, wave: { name: string; size: number; by_referrals: number }) {
  return db
    .insertInto('waitlist_wave')
    .values({ ...wave, completed_at: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

export async function lastWriteXid(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ writer: string }>`
    select xmin::text as writer from waitlist_wave where name = ${name}`.execute(db)
  return rows[0]?.writer
}

/** Rewrites the wave to mark this transaction. Returns what `lastWriteXid` will. */
export async function touchWave(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ writer: string }>`
    update waitlist_wave set size = size where name = ${name} returning xmin::text as writer`.execute(db)
  return rows[0]?.writer
}

export function completeWave(db: Db, name: string) {
  return db.updateTable('waitlist_wave').set({ completed_at: new Date() }).where('name', '=', name).execute()
}

export async function countInvited(db: Db, name: string): Promise<Record<SelectionReason, number>> {
  const { rows } = await sql<Record<SelectionReason, number>>`
    select count(*) filter (where ground = 'friends') as friends, count(*) filter (where ground is distinct from 'friends') as position
    from (
      select (
        select data ->> 'by' from waitlist_event
        where signup_id = s.id and kind = 'invited' order by created_at desc limit 1
      ) as ground
      from waitlist_signup as s where s.wave = ${name}
    ) as people`.execute(db)
  return rows[0] ?? { friends: 0, position: 0 }
}

/** With `lock`, skips rows that another transaction has locked, to avoid deadlocks. */
function selectEligible(db: Db, { limit, lock }: { limit: number; lock: boolean }) {
  return db
    .selectFrom('waitlist_signup as s')
    .where('s.confirmed_at', 'is not', null)
    .where('s.invited_at', 'is', null)
    .where('s.unsubscribed_at', 'is', null)
    .limit(limit)
    .$if(lock, (query) => query.forNoKeyUpdate('s').skipLocked())
}

/** Ties are ordered by position; members without friends are excluded. */
export function listMostFriends(db: Db, options: { limit: number; lock: boolean }): Promise<Candidate[]> {
  return selectEligible(db, options)
    .innerJoin('waitlist_advanced_seat as m', 'm.seat', 's.seat')
    .select(['s.id', 's.email', 's.seat', 'm.key', 'm.friends'])
    .orderBy('m.friends', 'desc')
    .orderBy('m.key')
    .orderBy('m.seat')
    .execute()
}

/** In the order of the positions that members see. Two queries, because sorting both kinds together would read the whole list. */
export async function listByPosition(db: Db, options: { limit: number; lock: boolean; without: string[] }): Promise<Candidate[]> {
  const eligible = selectEligible(db, options).where(sql<boolean>`s.id <> all(${options.without}::uuid[])`)
  const advanced = await eligible
    .innerJoin('waitlist_advanced_seat as m', 'm.seat', 's.seat')
    .select(['s.id', 's.email', 's.seat', 'm.friends', 'm.key'])
    .orderBy('m.key')
    .orderBy('m.seat')
    .execute()
  const others = await eligible
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('waitlist_advanced_seat as m').whereRef('m.seat', '=', 's.seat').select('m.seat'))),
    )
    .select(['s.id', 's.email', 's.seat', 's.seat as key'])
    .select(sql<number>`0`.as('friends'))
    .orderBy('s.seat')
    .execute()
  // the sort is stable: at equal keys, a member who moved ahead comes first (docs/decisions/0013)
  return [...advanced, ...others].sort((one, other) => one.key - other.key).slice(0, options.limit)
}

export function markInvited(db: Db, wave: string, ids: string[]) {
  return db.updateTable('waitlist_signup').set({ invited_at: new Date(), wave }).where('id', 'in', ids).execute()
}

export function insertInvitedEvents(
  db: Db,
  events: { id: string; signup_id: string; data: { wave: string; by: SelectionReason } }[],
) {
  return db
    .insertInto('waitlist_event')
    .values(events.map((event) => ({ ...event, kind: 'invited' })))
    .execute()
}
