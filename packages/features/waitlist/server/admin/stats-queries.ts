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

export type FunnelCounts = {
  joined: number
  confirmed: number
  surveyed: number
  followed_up: number
  invited: number
  account: number
}

/** Counts how far the entries of each source have come. A friend of a member who has left counts as direct. */
export async function countBySource(db: Db) {
  const { rows } = await sql<FunnelCounts & { source: 'direct' | 'friend' }>`
    select case when entry.invited_by is null then 'direct' else 'friend' end as source, count(*) as joined,
      count(entry.confirmed_at) as confirmed, count(qualification.signup_id) as surveyed,
      count(follow_up.signup_id) as followed_up, count(entry.invited_at) as invited, count(entry.user_id) as account
    from waitlist_signup as entry
      left join survey_qualification as qualification on qualification.signup_id = entry.id
      left join survey_follow_up as follow_up on follow_up.signup_id = entry.id
    group by 1 order by 1`.execute(db)
  return rows
}

/** Counts the members who chose each option, by question, the most chosen first. */
export async function countAnswers(db: Db) {
  const { rows } = await sql<{ question: string; answer: string; people: number }>`
    with chosen (place, question, answer) as (
      select 1, 'audience', audience_size from survey_qualification
      union all select 2, 'category', unnest(categories) from survey_qualification
      union all select 3, 'goal', unnest(goals) from survey_qualification
      union all select 4, 'user_type', unnest(user_types) from survey_follow_up
      union all select 5, 'niche', unnest(niches) from survey_follow_up
      union all select 6, 'agent_type', unnest(agent_types) from survey_follow_up
    )
    select question, answer, count(*) as people from chosen group by place, question, answer
    order by place, people desc, answer`.execute(db)
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
