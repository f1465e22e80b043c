import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { type FraudSignal, networkHashDays } from '../../rules.ts'

/** Whether an entry belongs to the mailbox. Asked before the new entry is stored. */
export async function isMailboxKnown(db: Db, mailboxHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('waitlist_signup')
    .where('mailbox_hash', '=', mailboxHash)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a friend is one too many from one address block: the inviter has had credit for `usual` friends from there, among them one of the
 * same mail domain. Lock the inviter first, so that friends who confirm at once are counted one after the other.
 */
export async function exceedsNetworkLimit(
  db: Db,
  { id, inviterId, maxFriends }: { id: string; inviterId: string; maxFriends: number },
): Promise<boolean> {
  const { rows } = await sql<{ crowd: boolean }>`
    select count(*) >= ${maxFriends} and coalesce(bool_or(credit.domain_hash = mine.domain_hash), false) as crowd
    from waitlist_address as mine join waitlist_credit as credit on credit.inviter_id = ${inviterId} and credit.block_hash = mine.hash
    where mine.signup_id = ${id} and mine.expires_at > now()`.execute(db)
  return rows[0]?.crowd ?? false
}

/** Stores one more sign against an entry's credit. */
export function addFraudSignal(db: Db, id: string, signal: FraudSignal) {
  return db
    .updateTable('waitlist_signup')
    .set({ suspicion: sql<string[]>`array_append(suspicion, ${signal}::text)` })
    .where('id', '=', id)
    .execute()
}

/** Deletes hashes that are over, at most so many. Answers how many. */
export async function purgeNetworkHashes(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('waitlist_address')
    .where('signup_id', 'in', (query) =>
      query.selectFrom('waitlist_address').where('expires_at', '<', sql<Date>`now()`).select('signup_id').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Forgets from where the friends of old credits came, at most so many. Returns how many. */
export async function purgeCreditNetworkHashes(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update waitlist_credit set block_hash = null, domain_hash = null where (inviter_id, mailbox_hash) in (
      select inviter_id, mailbox_hash from waitlist_credit
      where block_hash is not null and created_at < now() - ${networkHashDays} * interval '1 day' limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Writes down that the inviter has had credit for this friend's mailbox, and from where they came; false when that was so before. */
export async function insertMailboxCredit(
  db: Db,
  { id, inviterId, mailboxHash }: { id: string; inviterId: string; mailboxHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into waitlist_credit (inviter_id, mailbox_hash, block_hash, domain_hash)
    select ${inviterId}::uuid, ${mailboxHash}, address.hash, address.domain_hash
    from (values (1)) as one left join waitlist_address as address on address.signup_id = ${id} and address.expires_at > now()
    on conflict do nothing returning inviter_id`.execute(db)
  return rows.length > 0
}

/** Stores what became of a friend's credit. */
export function setCredit(db: Db, id: string, credit: NonNullable<WaitlistSignup['credit']>) {
  return db.updateTable('waitlist_signup').set({ credit }).where('id', '=', id).execute()
}
