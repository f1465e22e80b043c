import { type Kysely, sql } from 'kysely'

/**
 * The table that RateLimiterPostgres of `rate-limiter-flexible` would create by itself, so that it runs with `tableCreated: true` and
 * the app needs no right to create tables. Unlogged: a counted call then writes no log and waits for no disk; what is lost after a
 * crash of Postgres, or on a replica that takes over, is a few minutes of counting. Every call updates its row, hence the free space.
 */
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
