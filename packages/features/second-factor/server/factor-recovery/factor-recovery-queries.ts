import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { sql } from 'kysely'

const now = sql<Date>`now()`
const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`

export interface ActiveRecovery {
  id: string
  userId: string
  ripeAt: Date
  lapsesAt: Date
}

const selectActiveRecoveries = (db: Db) =>
  db
    .selectFrom('auth_factor_recovery')
    .where('ended_at', 'is', null)
    .where('lapses_at', '>', now)
    .select(['id', 'user_id as userId', 'ripe_at as ripeAt', 'lapses_at as lapsesAt'])

export const findActiveRecovery = (db: Db, userId: string): Promise<ActiveRecovery | undefined> =>
  selectActiveRecoveries(db).where('user_id', '=', userId).executeTakeFirst()

export const findActiveRecoveryById = (db: Db, id: string): Promise<ActiveRecovery | undefined> =>
  selectActiveRecoveries(db).where('id', '=', id).executeTakeFirst()

interface NewRecovery {
  id: string
  userId: string
  waitDays: number
  openDays: number
}

export async function insertRecovery(db: Db, { id, userId, waitDays, openDays }: NewRecovery) {
  await db
    .updateTable('auth_factor_recovery')
    .set({ ended_at: now, ended_as: 'lapsed' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('lapses_at', '<=', now)
    .execute()
  return await db
    .insertInto('auth_factor_recovery')
    .values({ id, user_id: userId, ripe_at: inDays(waitDays), lapses_at: inDays(waitDays + openDays) })
    .returning(['ripe_at as ripeAt', 'lapses_at as lapsesAt'])
    .executeTakeFirstOrThrow()
}

export async function endRecovery(
  db: Db,
  { userId, id }: { userId: string; id?: string },
  outcome: 'cancelled' | 'voided',
): Promise<boolean> {
  const row = await db
    .updateTable('auth_factor_recovery')
    .set({ ended_at: now, ended_as: outcome })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('lapses_at', '>', now)
    .$if(id !== undefined, (query) => query.where('id', '=', String(id)))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function consumeRipeRecovery(db: Db, userId: string) {
  return db
    .updateTable('auth_factor_recovery')
    .set({ ended_at: now, ended_as: 'used' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('ripe_at', '<=', now)
    .where('lapses_at', '>', now)
    .returning('id')
    .executeTakeFirst()
}

/** Returns the seconds until a new recovery can start after a cancelled one, or null. */
export async function secondsUntilNextRecovery(db: Db, userId: string, hours: number): Promise<number | null> {
  const row = await db
    .selectFrom('auth_factor_recovery')
    .where('user_id', '=', userId)
    .where('ended_as', '=', 'cancelled')
    .where('ended_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .select(sql<number>`ceil(extract(epoch from max(ended_at) + make_interval(hours => ${hours}) - now()))::int`.as('seconds'))
    .executeTakeFirst()
  return row?.seconds ?? null
}

/** Returns the current and earlier e-mails, without those of a disputed change, which may be an intruder's. */
export async function listUserEmails(db: Db, userId: string, days: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with move as (
      select kind, email, at, disputed_at, lead(email) over (order by at, id) as brought
      from auth_event
      where user_id = ${userId} and kind in ('email_changed', 'email_restored') and at > now() - make_interval(days => ${days})
    )
    select email from (
      select email, 0 as rank from auth_user where id = ${userId}
      union all
      select email, 1 from move where kind = 'email_changed' and email is not null and not exists (
        select from move as disputed join move as later on later.at >= disputed.at
        where disputed.kind = 'email_changed' and disputed.disputed_at is not null
          and (later.at = disputed.at or later.at < disputed.disputed_at)
          and later.brought = move.email and later.brought <> disputed.email)
    ) as known group by email order by min(rank), email`.execute(db)
  return rows.map(({ email }) => email)
}

export const purgeRecoveries = (db: Db, days: number) =>
  purge(db, 'auth_factor_recovery', {
    where: sql`coalesce(ended_at, lapses_at) < now() - make_interval(days => ${days})`,
  })

/** Ends what a restored backup must not open: pending steps, and recoveries that may have been cancelled since. */
export async function deletePendingSteps(db: Db): Promise<void> {
  await db.deleteFrom('auth_second_step').execute()
  await db.deleteFrom('auth_challenge').execute()
  await db.updateTable('auth_factor_recovery').set({ ended_at: now, ended_as: 'voided' }).where('ended_at', 'is', null).execute()
}
