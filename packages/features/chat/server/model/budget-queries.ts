import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** Adds tokens to a day and returns the day's total over all servers. */
export async function addSpending(db: Db, day: string, tokens: number): Promise<number> {
  const { tokens: total } = await db
    .insertInto('chat_spending')
    .values({ day, tokens })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ tokens: sql<number>`chat_spending.tokens + excluded.tokens` }))
    .returning('tokens')
    .executeTakeFirstOrThrow()
  return total
}
