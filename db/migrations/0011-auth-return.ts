import { type Kysely, sql } from 'kysely'

/** Where the link of a mail about an account leads on to: a path of ours, which whoever signed up came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_mail add column next text check (next like '/%')`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_mail drop column next`.execute(db)
}
