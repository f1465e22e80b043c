import { type Kysely, sql } from 'kysely'
import { defaultNow, onlyOneOf } from './0001-baseline/columns.ts'

/** A running server of the version before names the columns of `auth_mail` that it writes, and leaves the new one empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_mail_refusal')
    .addColumn('signup_id', 'uuid', onlyOneOf('waitlist_signup'))
    .addColumn('refused_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.alterTable('auth_mail').addColumn('refused_at', 'timestamptz').execute()
  await db.schema
    .createIndex('auth_mail_refused')
    .on('auth_mail')
    .column('email')
    .where(sql<boolean>`refused_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('auth_mail').dropColumn('refused_at').execute()
  await db.schema.dropTable('waitlist_mail_refusal').execute()
}
