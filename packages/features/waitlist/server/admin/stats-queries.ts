import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export async function countByLanguage(db: Db) {
  const { rows } = await sql<{
    language: string
    entries: number
    confirmed: number
    by_friends: number
    in_waves: number
    unsubscribed: number
  }>`
    select language, count(*) as entries, count(confirmed_at) as confirmed, count(invited_by) as by_friends,
      count(invited_at) as in_waves, count(unsubscribed_at) as unsubscribed
    from waitlist_signup group by 1 order by 1`.execute(db)
  return rows
}

/** Covers fourteen days (UTC), today last, including days without any. */
export async function countByDay(db: Db) {
  const { rows } = await sql<{ day: string; joined: number; confirmed: number }>`
    with span as (select (now() at time zone 'UTC')::date - 13 as first),
    joined as (
      select (created_at at time zone 'UTC')::date as day, count(*) as n
      from waitlist_signup where created_at >= (select first from span)::timestamp at time zone 'UTC' group by 1
    ),
    confirmed as (
      select (confirmed_at at time zone 'UTC')::date as day, count(*) as n
      from waitlist_signup where confirmed_at >= (select first from span)::timestamp at time zone 'UTC' group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(joined.n, 0) as joined, coalesce(confirmed.n, 0) as confirmed
    from (select first + i as day from span, generate_series(0, 13) as i) as days
    left join joined using (day) left join confirmed using (day)
    order by 1`.execute(db)
  return rows
}

export function countByFriends(db: Db) {
  return db
    .selectFrom('waitlist_advanced_seat')
    .groupBy('friends')
    .select((eb) => ['friends', eb.fn.countAll<number>().as('people')])
    .orderBy('friends')
    .execute()
}

export function listWaves(db: Db) {
  return db
    .selectFrom('waitlist_wave as w')
    .select(['w.name', 'w.size', 'w.by_referrals', 'w.created_at', 'w.completed_at'])
    .select((eb) =>
      eb
        .selectFrom('waitlist_signup as s')
        .whereRef('s.wave', '=', 'w.name')
        .select((people) => people.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('invited'),
    )
    .orderBy('w.created_at')
    .execute()
}

export async function countReviews(db: Db) {
  const { rows } = await sql<{ reason: string; entries: number }>`
    select reason, count(*) as entries from waitlist_signup, unnest(fraud_signals) as reason
    where credit = 'review' group by 1 order by 2 desc, 1`.execute(db)
  const { n } = await db
    .selectFrom('waitlist_signup')
    .where('credit', '=', 'review')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { waiting: n, reasons: rows }
}

export async function countBacklogs(db: Db) {
  const { rows } = await sql<{
    qualified: number
    followed_up: number
    drafts: number
    mirror_backlog: number
    rank_log: number
  }>`
    select (select count(*) from survey_qualification) as qualified,
      (select count(*) from survey_follow_up) as followed_up,
      (select count(*) from survey_draft) as drafts,
      (select count(*) from survey_follow_up where mirrored_at is null) as mirror_backlog,
      (select count(*) from waitlist_position_delta) as rank_log`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returned no row')
  return row
}
