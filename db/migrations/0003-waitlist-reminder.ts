import type { Kysely } from 'kysely'
import { defaultZero, onlyOneOf } from './0001-baseline/columns.ts'

/** A table of its own: a running server of the version before knows neither new columns nor new kinds of `waitlist_event`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_reminder')
    .addColumn('signup_id', 'uuid', onlyOneOf('waitlist_signup'))
    .addColumn('confirm_step', 'smallint', defaultZero)
    .addColumn('confirm_at', 'timestamptz')
    .addColumn('place', 'bigint')
    .addColumn('place_at', 'timestamptz')
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('waitlist_reminder').execute()
}
