import type { Db } from '@duo/db/index.ts'
import type { WaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { sql } from 'kysely'
import { type FraudSignal, networkHashDays } from '../../rules.ts'

/** Whether a friend exceeds the limit of a network and shares a mail domain with an earlier one. Lock the inviter first. */
export async function exceedsNetworkLimit(
  db: Db,
  { id, inviterId, maxFriends }: { id: string; inviterId: string; maxFriends: number },
): Promise<boolean> {
  const { rows } = await sql<{ crowd: boolean }>`
    select count(*) >= ${maxFriends} and coalesce(bool_or(credit.domain_hash = mine.domain_hash), false) as crowd
    from waitlist_network as mine join waitlist_credit as credit on credit.inviter_id = ${inviterId} and credit.network_hash = mine.hash
    where mine.signup_id = ${id} and mine.expires_at > now()`.execute(db)
  return rows[0]?.crowd ?? false
}

export function addFraudSignal(db: Db, id: string, signal: FraudSignal) {
  return db
    .updateTable('waitlist_signup')
    .set({ fraud_signals: sql<string[]>`array_append(fraud_signals, ${signal}::text)` })
    .where('id', '=', id)
    .execute()
}

export async function purgeNetworkHashes(db: Db, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('waitlist_network')
    .where('signup_id', 'in', (query) =>
      query.selectFrom('waitlist_network').where('expires_at', '<', sql<Date>`now()`).select('signup_id').limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function purgeCreditNetworkHashes(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update waitlist_credit set network_hash = null, domain_hash = null where (inviter_id, mailbox_hash) in (
      select inviter_id, mailbox_hash from waitlist_credit
      where network_hash is not null and created_at < now() - ${networkHashDays} * interval '1 day' limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Records a credit for the friend's mailbox and network. False when the inviter had one for this mailbox. */
export async function insertMailboxCredit(
  db: Db,
  { id, inviterId, mailboxHash }: { id: string; inviterId: string; mailboxHash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into waitlist_credit (inviter_id, mailbox_hash, network_hash, domain_hash)
    select ${inviterId}::uuid, ${mailboxHash}, address.hash, address.domain_hash
    from (values (1)) as one left join waitlist_network as address on address.signup_id = ${id} and address.expires_at > now()
    on conflict do nothing returning inviter_id`.execute(db)
  return rows.length > 0
}

export function setCredit(db: Db, id: string, credit: NonNullable<WaitlistSignup['credit']>) {
  return db.updateTable('waitlist_signup').set({ credit }).where('id', '=', id).execute()
}
