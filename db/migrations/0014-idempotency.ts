import { type Kysely, sql } from 'kysely'

/**
 * What was done under an idempotency key: keyed hashes of the key and of the input, and the id of the effect; never the answer. A row
 * counts for an hour (platform/server/idempotency.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_key (
      key_hash text primary key,
      input_hash text not null,
      effect_id uuid,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index idempotency_key_created_at on idempotency_key (created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table idempotency_key`.execute(db)
}
