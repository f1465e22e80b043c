import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'

/** Whether an entry belongs to the mailbox; asked before the new one is stored. */
export async function mailboxIsKnown(db: Db, mailboxHash: string): Promise<boolean> {
  const known = await db.selectFrom('waitlist_signup').where('mailbox_hash', '=', mailboxHash).select('id').limit(1).execute()
  return known.length > 0
}

/** Invited joins from a block of network addresses within the last day. */
export async function joinsFromBlock(db: Db, hash: string): Promise<number> {
  const { joins } = await db
    .selectFrom('waitlist_address')
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .select((eb) => eb.fn.countAll<number>().as('joins'))
    .executeTakeFirstOrThrow()
  return joins
}

/** Keeps for a day from which block an invited person joined. */
export function insertAddress(db: Db, signupId: string, hash: string) {
  return db
    .insertInto('waitlist_address')
    .values({ signup_id: signupId, hash, expires_at: sql`now() + interval '1 day'` })
    .execute()
}

/** Deletes the hashes that are over. Answers how many. */
export async function forgetAddresses(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('waitlist_address').where('expires_at', '<', sql<Date>`now()`).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Writes down that the inviter has had credit for this mailbox; false when that was so before. */
export async function claimMailbox(db: Db, inviterId: string, mailboxHash: string): Promise<boolean> {
  const claimed = await db
    .insertInto('waitlist_credit')
    .values({ inviter_id: inviterId, mailbox_hash: mailboxHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('inviter_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores what became of a friend's credit. */
export function setCredit(db: Db, id: string, credit: NonNullable<WaitlistSignup['credit']>) {
  return db.updateTable('waitlist_signup').set({ credit }).where('id', '=', id).execute()
}
