import type { Db } from '@duo/db/index.ts'
import type { WaitlistEvent, WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { invitedAheadExpr, positionOfExpr } from '../position/position-queries.ts'

/** JSON contains times as text. */
interface StatusRow extends Pick<WaitlistSignup, 'email' | 'referral_code' | 'confirmed_at' | 'created_at' | 'invited_at'> {
  unsubscribed_at: Date | null
  mail_refused: boolean
  ticket_generation: number
  counted: number
  position: number
  invited_ahead: number
  friends: (Pick<WaitlistSignup, 'email' | 'credit' | 'fraud_signals'> & { confirmed_at: string | null; created_at: string })[]
  counted_here: number
  in_review: number
  events: (Pick<WaitlistEvent, 'kind' | 'data'> & { at: string })[]
}

const maxFriends = 50

/** Limits the other events, because mails can be switched without end. */
const maxEvents = 50

/** One statement: one snapshot and one round trip, which dominates the cost. Raw SQL, because query building costs as much. */
export async function findStatus(db: Db, id: string, { whole = false } = {}): Promise<StatusRow | undefined> {
  const eventFilter = whole
    ? sql``
    : sql`and (kind in ('joined', 'friend_counted') or id in (
        select id from waitlist_event where signup_id = signup.id order by created_at desc, id desc limit ${sql.lit(maxEvents)}))`
  const { rows } = await sql<StatusRow>`
    select signup.email, signup.referral_code, signup.confirmed_at, signup.created_at, signup.invited_at, signup.unsubscribed_at,
      signup.ticket_generation,
      exists(select from waitlist_mail_refusal where signup_id = signup.id) as mail_refused,
      coalesce(mover.friends, 0) as counted,
      (${positionOfExpr(id)}) as position,
      (${invitedAheadExpr(id)}) as invited_ahead,
      (select coalesce(json_agg(friend), '[]')
        from (select email, credit, fraud_signals, confirmed_at, created_at from waitlist_signup
          where invited_by = signup.id order by seat desc limit ${sql.lit(maxFriends)}) as friend) as friends,
      (select count(*) from waitlist_signup where invited_by = signup.id and credit = 'counted') as counted_here,
      (select count(*) from waitlist_signup where invited_by = signup.id and credit = 'review') as in_review,
      (select coalesce(json_agg(event), '[]')
        from (select kind, data, created_at as at from waitlist_event
          where signup_id = signup.id ${eventFilter} order by created_at, id) as event) as events
    from waitlist_signup as signup left join waitlist_advanced_seat as mover on mover.seat = signup.seat
    where signup.id = ${id}`.execute(db)
  return rows[0]
}
