import { type Kysely, sql } from 'kysely'

/**
 * Each join writes the indexes of its entry. All serve a query but the one on the account, which no entry has when it joins:
 *
 * | Index | Query |
 * |---|---|
 * | the primary key | tickets, mails, the inviter of an entry |
 * | `email`, unique | whether an address has joined; the entry of an account's address; the operator's search |
 * | `seat`, unique | positions, waves in their order, the operator's pages |
 * | `referral_code`, unique | the inviter whom a code names |
 * | `mailbox` | whether a friend has joined with the same mailbox |
 * | `unconfirmed` | reminders to confirm, and the deletion of entries that never were |
 * | `invited_by`, only of entries with an inviter | the friends of an entry |
 * | `review`, `next`, `wave`, which a new entry is not in | credits to review, the next wave, the entries of a wave |
 * | `user_id`, unique | the entry of an account |
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('waitlist_signup_user')
    .unique()
    .on('waitlist_signup')
    .column('user_id')
    .where(sql<boolean>`user_id is not null`)
    .execute()
  await db.schema.alterTable('waitlist_signup').dropConstraint('waitlist_signup_user_id_key').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('waitlist_signup').addUniqueConstraint('waitlist_signup_user_id_key', ['user_id']).execute()
  await db.schema.dropIndex('waitlist_signup_user').execute()
}
