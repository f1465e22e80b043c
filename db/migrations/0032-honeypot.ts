import { type Kysely, sql } from 'kysely'

/** Renames the stored fraud signal to the standard term, like its input field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update waitlist_signup set fraud_signals = array_replace(fraud_signals, 'trap', 'honeypot')
    where 'trap' = any(fraud_signals)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update waitlist_signup set fraud_signals = array_replace(fraud_signals, 'honeypot', 'trap')
    where 'honeypot' = any(fraud_signals)`.execute(db)
}
