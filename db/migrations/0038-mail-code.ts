import { type Kysely, sql } from 'kysely'

/** Codes that stand for the tokens of mailed links. The rows name no one: they hold hashes, and a token that only its code opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_code (
      id uuid primary key,
      locator_hash text not null,
      code_hash text not null,
      page text not null,
      sealed_token text not null,
      wrong_tries smallint not null default 0,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index mail_code_locator on mail_code (locator_hash)`.execute(db)
  await sql`create index mail_code_expiry on mail_code (expires_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail_code`.execute(db)
}
