import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'

/**
 * Whether an entry belongs to the mailbox, and how many invited people joined from the block of network addresses within the last day;
 * none where there is no block. Asked before the new entry is stored.
 */
export async function tracesOf(db: Db, { mailboxHash, block }: { mailboxHash: string; block: string | null }) {
  const { rows } = await sql<{ mailboxKnown: boolean; joinsFromBlock: number }>`
    select exists (select from waitlist_signup where mailbox_hash = ${mailboxHash}) as "mailboxKnown",
      (select count(*) from waitlist_address where hash = ${block} and expires_at > now()) as "joinsFromBlock"`.execute(db)
  return rows[0] ?? { mailboxKnown: false, joinsFromBlock: 0 }
}

/** Deletes hashes that are over, at most so many. Answers how many. */
export async function forgetAddresses(db: Db, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('waitlist_address')
    .where('signup_id', 'in', (over) =>
      over.selectFrom('waitlist_address').where('expires_at', '<', sql<Date>`now()`).select('signup_id').limit(most),
    )
    .executeTakeFirst()
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
