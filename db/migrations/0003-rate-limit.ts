import { type Kysely, sql } from 'kysely'

/** The table of `rate-limiter-flexible`. Unlogged: a crash loses minutes of counting. Every call updates it: fill factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    ) with (fillfactor = 70)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table rate_limit`.execute(db)
}
