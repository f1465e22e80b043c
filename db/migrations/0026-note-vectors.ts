import { type Kysely, sql } from 'kysely'

/** Embeddings of notes. `bytea` instead of `real[]`, because a vector of some kB is always read whole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table marketplace_note_vector (
      agent_id uuid not null references marketplace_agent on delete cascade,
      language text not null,
      key text not null,
      model text not null,
      hash text not null,
      vector bytea not null,
      own real not null,
      created_at timestamptz not null default now(),
      primary key (agent_id, language, key, model)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table marketplace_note_vector`.execute(db)
}
