import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface Spending {
  /** All tokens, including those of visitors. */
  tokens: number
  visitorTokens: number
}

/** Adds tokens to a day and returns the day's totals over all servers. */
export async function addSpending(db: Db, day: string, { tokens, visitorTokens }: Spending): Promise<Spending> {
  return db
    .insertInto('chat_spending')
    .values({ day, tokens, visitor_tokens: visitorTokens })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({
        tokens: sql<number>`chat_spending.tokens + excluded.tokens`,
        visitor_tokens: sql<number>`chat_spending.visitor_tokens + excluded.visitor_tokens`,
      }),
    )
    .returning(['tokens', 'visitor_tokens as visitorTokens'])
    .executeTakeFirstOrThrow()
}
