import { type Kysely, sql } from 'kysely'
import { createFunction } from './functions.ts'

/**
 * Folds stored messages again. An update locks only its rows, where a new expression of the column would keep everyone from the table
 * while it is written. A message that a running server of the version before stores meanwhile keeps its old fold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFunction(db, '0002-chat-fold/chat_fold')
  // other texts fold as before; folding them to compare takes as long as the update
  await sql`update chat_message set content = content where search_text ~ ${'[^ -~]|`|  '}`.execute(db)
}

/** The version before searches with this function as well. */
export async function down(): Promise<void> {}
