import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { v7 as uuid } from 'uuid'

export function findJoinedSignup(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup as signup')
    .innerJoin('waitlist_event as event', 'event.signup_id', 'signup.id')
    .leftJoin('waitlist_advanced_seat as mover', 'mover.seat', 'signup.seat')
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

export function findSignup(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup as signup')
    .leftJoin('waitlist_advanced_seat as mover', 'mover.seat', 'signup.seat')
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

export function findInvitation(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .select(['invited_by as inviterId', 'mailbox_hash as mailboxHash', 'fraud_signals'])
    .executeTakeFirst()
}

/** Locks against erasure and other lockers until the transaction ends; undefined when it is gone. */
export function lockSignup(db: Db, id: string) {
  return db.selectFrom('waitlist_signup').where('id', '=', id).select(['id', 'seat']).forNoKeyUpdate().executeTakeFirst()
}

/** Returns undefined when it was confirmed before or is gone. */
export function confirmSignup(db: Db, id: string, keyHash: string | null) {
  return db
    .updateTable('waitlist_signup')
    .set({ confirmed_at: sql`now()`, confirm_key_hash: keyHash })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

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

export async function findTicketGeneration(db: Db, id: string): Promise<number | undefined> {
  const entry = await db.selectFrom('waitlist_signup').where('id', '=', id).select('ticket_generation').executeTakeFirst()
  return entry?.ticket_generation
}

export function revokeTickets(db: Db, id: string) {
  // also clears the page's key, which would get a new ticket for an hour
  return db
    .updateTable('waitlist_signup')
    .set({ ticket_generation: sql`ticket_generation + 1`, confirm_key_hash: null })
    .where('id', '=', id)
    .execute()
}

export function unsubscribeSignup(db: Db, id: string) {
  return db
    .updateTable('waitlist_signup')
    .set({ unsubscribed_at: sql`now()` })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

export function resubscribeSignup(db: Db, id: string) {
  return db
    .updateTable('waitlist_signup')
    .set({ unsubscribed_at: null })
    .where('id', '=', id)
    .where('unsubscribed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
}

export function deleteSignup(db: Db, id: string, unless?: 'confirmed') {
  return db
    .deleteFrom('waitlist_signup')
    .where('id', '=', id)
    .$if(unless === 'confirmed', (entry) => entry.where('confirmed_at', 'is', null))
    .returning('seat')
    .executeTakeFirst()
}

type EventKind = 'joined' | 'confirmed' | 'friend_counted' | 'goal_reached' | 'invited' | 'unsubscribed' | 'subscribed'

export function insertEvent(db: Db, signupId: string, kind: EventKind, data: Record<string, unknown> = {}) {
  return db.insertInto('waitlist_event').values({ id: uuid(), signup_id: signupId, kind, data }).execute()
}

export function noteRefusal(db: Db, signupId: string, isRefused: boolean) {
  return isRefused
    ? db
        .insertInto('waitlist_mail_refusal')
        .values({ signup_id: signupId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    : db.deleteFrom('waitlist_mail_refusal').where('signup_id', '=', signupId).execute()
}

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

/** Excludes abuse signals: the mailbox hash adds nothing, and review reasons would show how to avoid one. */
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
        .selectFrom('waitlist_network')
        .whereRef('signup_id', '=', 'waitlist_signup.id')
        .select('expires_at')
        .as('address_hash_kept_until'),
      jsonObjectFrom(
        eb
          .selectFrom('waitlist_reminder')
          .whereRef('signup_id', '=', 'waitlist_signup.id')
          .select(['confirm_step', 'confirm_at', 'place', 'place_at']),
      ).as('reminders_sent'),
    ])
    .executeTakeFirst()
}
