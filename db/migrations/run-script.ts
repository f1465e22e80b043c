import { type Kysely, sql } from 'kysely'

/** Runs SQL that is part of the program or of a library. */
export async function runScript(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}
