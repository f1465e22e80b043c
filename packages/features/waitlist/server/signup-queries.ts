import type { Db } from '@duo/db/index.ts'
import { claiming, type IdempotentCall } from '@duo/platform/server/idempotency.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

/**
 * The owner of a referral code and how many friends count for them. The owner cannot be erased until the caller's
 * transaction ends, so that what it stores about the friend has somebody to point at.
 */
export function findInviterByCode(db: Db, code: string) {
  return db
    .selectFrom('waitlist_signup as inviter')
    .leftJoin('waitlist_mover as mover', 'mover.seat', 'inviter.seat')
    .where('inviter.referral_code', '=', code)
    .select((eb) => ['inviter.id', eb.fn.coalesce('mover.friends', sql<number>`0`).as('confirmedFriends')])
    .forKeyShare('inviter')
    .executeTakeFirst()
}

/**
 * Makes everybody with one of the same keys (an address, a block of network addresses) wait for one another until their transaction ends,
 * so that the second sees what the first stored. Everybody names the keys in the same order, or two could wait for each other.
 */
export function acquireLocks(db: Db, keys: string[]) {
  return sql`select ${lockExprs(keys)}`.execute(db)
}

const lockExprs = (keys: string[]) => sql.join(keys.map((key) => sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`))

/** The same, and claims the call's key for an entry, in one round trip. False when the call was made before. */
export async function acquireLocksOnce(db: Db, keys: string[], call: IdempotentCall, signupId: string): Promise<boolean> {
  const { rows } = await sql`
    with turns as materialized (select ${lockExprs(keys)}) ${claiming(call, signupId, sql`turns`)}`.execute(db)
  return rows.length > 0
}

/** An entry as its join was answered: the place of that moment. Undefined when it is gone. */
export function findJoinedSignup(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup as signup')
    .innerJoin('waitlist_event as event', 'event.signup_id', 'signup.id')
    .leftJoin('waitlist_mover as mover', 'mover.seat', 'signup.seat')
    .where('signup.id', '=', id)
    .where('event.kind', '=', 'joined')
    .select((eb) => [
      'signup.id',
      'signup.referral_code as referralCode',
      sql<number>`(event.data ->> 'position')::integer`.as('position'),
      eb.fn.coalesce('mover.friends', sql<number>`0`).as('confirmedFriends'),
    ])
    .executeTakeFirst()
}

export function findSignupByEmail(db: Db, email: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('email', '=', email)
    .select(['id', 'unsubscribed_at as unsubscribedAt'])
    .executeTakeFirst()
}

/** Everything a mail or a status page says about an entry. */
export function findSignup(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup as signup')
    .leftJoin('waitlist_mover as mover', 'mover.seat', 'signup.seat')
    .where('signup.id', '=', id)
    .select((eb) => [
      'signup.id',
      'signup.email',
      'signup.language',
      'signup.seat',
      'signup.referral_code as referralCode',
      'signup.confirmed_at as confirmedAt',
      'signup.created_at as createdAt',
      'signup.invited_at as invitedAt',
      'signup.unsubscribed_at as unsubscribedAt',
      'signup.user_id as userId',
      'signup.ticket_generation as ticketGeneration',
      eb.fn.coalesce('mover.friends', sql<number>`0`).as('confirmedFriends'),
    ])
    .executeTakeFirst()
}

/** Who invited an entry and what speaks against its credit. */
export function findInvitation(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .select(['invited_by as inviterId', 'mailbox_hash as mailboxHash', 'suspicion'])
    .executeTakeFirst()
}

/** Locks an entry against erasure and against others who lock it, until the transaction ends; undefined when it is gone. */
export function lockSignup(db: Db, id: string) {
  return db.selectFrom('waitlist_signup').where('id', '=', id).select(['id', 'seat']).forNoKeyUpdate().executeTakeFirst()
}

/** Marks the entry as confirmed, by the page with this key; undefined when it was before, or is gone. */
export function confirmSignup(db: Db, id: string, keyHash: string | null) {
  return db
    .updateTable('waitlist_signup')
    .set({ confirmed_at: sql`now()`, confirm_key_hash: keyHash })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Whether the page with this key confirmed the entry within the last hour. */
export async function wasConfirmedBy(db: Db, id: string, keyHash: string): Promise<boolean> {
  const entry = await db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .where('confirm_key_hash', '=', keyHash)
    .where('confirmed_at', '>', sql<Date>`now() - interval '1 hour'`)
    .select('id')
    .executeTakeFirst()
  return entry !== undefined
}

/** The generation of the tickets that open an entry; undefined when it is gone. */
export async function findTicketGeneration(db: Db, id: string): Promise<number | undefined> {
  const entry = await db.selectFrom('waitlist_signup').where('id', '=', id).select('ticket_generation').executeTakeFirst()
  return entry?.ticket_generation
}

/** Begins a new generation of tickets: those that are out open the entry no more. */
export function revokeTickets(db: Db, id: string) {
  // without the page's key, which would get another ticket for an hour
  return db
    .updateTable('waitlist_signup')
    .set({ ticket_generation: sql`ticket_generation + 1`, confirm_key_hash: null })
    .where('id', '=', id)
    .execute()
}

/** Marks that no more mails are wanted; undefined when that was so before, or the entry is gone. */
export function unsubscribeSignup(db: Db, id: string) {
  return db
    .updateTable('waitlist_signup')
    .set({ unsubscribed_at: sql`now()` })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Marks that mails are wanted again; undefined when that was so before, or the entry is gone. */
export function resubscribeSignup(db: Db, id: string) {
  return db
    .updateTable('waitlist_signup')
    .set({ unsubscribed_at: null })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
}

/** Deletes the entry; what hangs on it goes with it, its friends stay. Answers the seat it held; undefined when nothing was deleted. */
export function deleteSignup(db: Db, id: string, unless?: 'confirmed') {
  return db
    .deleteFrom('waitlist_signup')
    .where('id', '=', id)
    .$if(unless === 'confirmed', (entry) => entry.where('confirmed_at', 'is', null))
    .returning('seat')
    .executeTakeFirst()
}

type EventKind = 'joined' | 'confirmed' | 'friend_counted' | 'goal_reached' | 'invited' | 'unsubscribed' | 'subscribed'

/** Writes down what happened to an entry. */
export function insertEvent(db: Db, signupId: string, kind: EventKind, data: Record<string, unknown> = {}) {
  return db.insertInto('waitlist_event').values({ id: uuid(), signup_id: signupId, kind, data }).execute()
}

/** Entries that nobody confirmed in time. */
export function listUnconfirmed(db: Db, days: number, limit: number) {
  return db
    .selectFrom('waitlist_signup')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .select('id')
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/**
 * What is stored about an entry beyond what its status shows. Not the marks against abuse: the hash of the mailbox says nothing that the
 * address does not, and the reasons for a review would teach how to avoid one. That a credit is in review is there (`credit`).
 */
export function findSignupForExport(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .select((eb) => [
      'id',
      'language',
      'seat',
      'user_agent',
      'credit',
      'wave',
      'confirmed_at',
      'unsubscribed_at',
      eb('invited_by', 'is not', null).as('invited_by_a_friend'),
      eb
        .selectFrom('waitlist_address')
        .whereRef('signup_id', '=', 'waitlist_signup.id')
        .select('expires_at')
        .as('address_hash_kept_until'),
    ])
    .executeTakeFirst()
}
