import { type Kysely, sql } from 'kysely'

/** Idempotency keys, stored as hashes with the id of the effect for an hour (platform/server/idempotency.ts). */
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
