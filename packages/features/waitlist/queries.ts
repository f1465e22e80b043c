import type { Db } from '@duo/db/index.ts'
import type { NewWaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'

/** The owner of a referral code and how many of their friends have confirmed. */
export function inviterByCode(db: Db, code: string) {
  return db
    .selectFrom('waitlist_signup as inviter')
    .where('inviter.referral_code', '=', code)
    .select((eb) => [
      'inviter.id',
      eb
        .selectFrom('waitlist_signup as friend')
        .whereRef('friend.invited_by', '=', 'inviter.id')
        .where('friend.confirmed_at', 'is not', null)
        .select((friend) => friend.fn.countAll<number>().as('n'))
        .as('confirmedFriends'),
    ])
    .executeTakeFirst()
}

/**
 * Makes everybody who joins with this address wait for one another until their transaction ends, so that the second sees the
 * first's entry and draws no seat of its own.
 */
export function takeTurn(db: Db, email: string) {
  return sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(db)
}

export function signupByEmail(db: Db, email: string) {
  return db.selectFrom('waitlist_signup').where('email', '=', email).select(['id']).executeTakeFirst()
}

/** Everything a mail or a status page says about an entry. */
export function signupById(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .select(['email', 'language', 'seat', 'referral_code as referralCode'])
    .executeTakeFirst()
}

/** The next seat. Seats are drawn in the order of joining and never given twice. */
export async function drawSeat(db: Db): Promise<number> {
  const { rows } = await sql<{ seat: number }>`select nextval('waitlist_seat') as seat`.execute(db)
  const [row] = rows
  if (!row) throw new Error('nextval answered no row')
  return row.seat
}

/** Inserts the entry. The unique address is the last word: whoever did not take turns fails here. */
export function insertSignup(db: Db, signup: NewWaitlistSignup) {
  return db.insertInto('waitlist_signup').values(signup).execute()
}

/** The entry's position: its seat, less the unheld seats below it. */
export async function positionOfSeat(db: Db, seat: number): Promise<number> {
  const { gaps } = await db
    .selectFrom('waitlist_rank_delta')
    .where('pos', '<', seat)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('d'), sql<number>`0`).as('gaps'))
    .executeTakeFirstOrThrow()
  return seat + Number(gaps)
}

export function insertEvent(db: Db, event: { id: string; signup_id: string; kind: 'joined'; data: Record<string, unknown> }) {
  return db.insertInto('waitlist_event').values(event).execute()
}

/**
 * Takes back the seats that a crash of Postgres skipped (a sequence is logged 32 ahead), so that the next one follows the
 * last that is held or burned. Only while nobody is joining: a seat that is drawn but not yet stored would be given twice.
 */
export async function rewindSeats(db: Db): Promise<void> {
  await sql`
    select setval('waitlist_seat', greatest(last, 1), last > 0)
    from (select greatest((select max(seat) from waitlist_signup), (select max(pos) from waitlist_rank_delta), 0) as last) as used
  `.execute(db)
}
