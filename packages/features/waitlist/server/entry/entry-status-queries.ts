import type { Db } from '@duo/db/index.ts'
import type { WaitlistEvent, WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { positionOfExpr } from '../position/position-queries.ts'

/** What a status says about an entry, as it is stored. Moments inside of JSON are text. */
interface StatusRow extends Pick<WaitlistSignup, 'email' | 'referral_code' | 'confirmed_at' | 'created_at' | 'invited_at'> {
  unsubscribed_at: Date | null
  ticket_generation: number
  /** Friends that count. */
  counted: number
  position: number
  /** The newest friends who are on the list. */
  friends: (Pick<WaitlistSignup, 'email' | 'credit' | 'suspicion'> & { confirmed_at: string | null; created_at: string })[]
  /** How many of all friends who are on the list count. */
  counted_here: number
  /** Oldest first. */
  events: (Pick<WaitlistEvent, 'kind' | 'data'> & { at: string })[]
}

/** Friends that a status names at most. */
const maxFriends = 50

/** Events that a status tells at most, beside those that explain the place: mails can be switched off and on without end. */
const maxEvents = 50

/**
 * Everything that a status says about an entry; undefined when there is none. One statement: it sees one state of the database, so that
 * place, friends and history fit together, and the ways to the database cost a status more than what Postgres does for it. Written as
 * text, because putting it together anew for every call costs as much as one of those ways. `whole` is with every event.
 */
export async function findStatus(db: Db, id: string, { whole = false } = {}): Promise<StatusRow | undefined> {
  const eventFilter = whole
    ? sql``
    : sql`and (kind in ('joined', 'friend_counted') or id in (
        select id from waitlist_event where signup_id = signup.id order by created_at desc, id desc limit ${sql.lit(maxEvents)}))`
  const { rows } = await sql<StatusRow>`
    select signup.email, signup.referral_code, signup.confirmed_at, signup.created_at, signup.invited_at, signup.unsubscribed_at,
      signup.ticket_generation,
      coalesce(mover.friends, 0) as counted,
      (${positionOfExpr(id)}) as position,
      (select coalesce(json_agg(friend), '[]')
        from (select email, credit, suspicion, confirmed_at, created_at from waitlist_signup
          where invited_by = signup.id order by seat desc limit ${sql.lit(maxFriends)}) as friend) as friends,
      (select count(*) from waitlist_signup where invited_by = signup.id and credit = 'counted') as counted_here,
      (select coalesce(json_agg(event), '[]')
        from (select kind, data, created_at as at from waitlist_event
          where signup_id = signup.id ${eventFilter} order by created_at, id) as event) as events
    from waitlist_signup as signup left join waitlist_mover as mover on mover.seat = signup.seat
    where signup.id = ${id}`.execute(db)
  return rows[0]
}
