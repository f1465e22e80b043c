import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface Spending {
  /** All tokens, including those of visitors. */
  tokens: number
  visitorTokens: number
}

/** Adds tokens to a day and returns the day's totals over all servers, reservations included. */
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

interface ReservationInput extends Spending {
  id: string
  day: string
  /** Null without a limit. */
  limit: number | null
  visitorLimit: number
}

/**
 * Adds the tokens to the day and stores what to give back. Returns the new totals, or undefined if fewer tokens are left. The
 * upsert checks the limits on the locked row, so that concurrent calls cannot exceed them together. Repeating it is harmless.
 */
export async function insertReservation(db: Db, input: ReservationInput): Promise<Spending | undefined> {
  const { id, day, tokens, visitorTokens, limit, visitorLimit } = input
  const { rows } = await sql<Spending>`
    with total as (
      insert into chat_spending as spending (day, tokens, visitor_tokens)
      select ${day}::date, ${tokens}::bigint, ${visitorTokens}::bigint
      where (${limit}::bigint is null or ${tokens}::bigint <= ${limit}::bigint) and ${visitorTokens}::bigint <= ${visitorLimit}::bigint
        and not exists (select from chat_token_reservation where id = ${id}::uuid)
      on conflict (day) do update set
        tokens = spending.tokens + excluded.tokens, visitor_tokens = spending.visitor_tokens + excluded.visitor_tokens
      where (${limit}::bigint is null or spending.tokens + excluded.tokens <= ${limit}::bigint)
        and (excluded.visitor_tokens = 0 or spending.visitor_tokens + excluded.visitor_tokens <= ${visitorLimit}::bigint)
      returning spending.tokens, spending.visitor_tokens
    ), reservation as (
      insert into chat_token_reservation (id, day, tokens, visitor_tokens, expires_at)
      select ${id}::uuid, ${day}::date, ${tokens}::bigint, ${visitorTokens}::bigint, now() + ${reservationLifetime} from total
    )
    select tokens, visitor_tokens as "visitorTokens" from total
    union all
    select tokens, visitor_tokens from chat_spending
    where day = ${day}::date and exists (select from chat_token_reservation where id = ${id}::uuid)
    limit 1`.execute(db)
  return rows[0]
}

/** A model call lasts three minutes at most (`defaultTimeouts`), with its failed attempts a little longer. */
const reservationLifetime = sql`interval '10 minutes'`

export interface UsedReservation extends Spending {
  id: string
}

/** Replaces reservations by the tokens used, and gives back expired ones. A repeated one has no effect. */
export async function settleReservations(db: Db, used: readonly UsedReservation[]): Promise<void> {
  const [ids, tokens, visitorTokens] = [
    used.map(({ id }) => id),
    used.map((one) => one.tokens),
    used.map((one) => one.visitorTokens),
  ]
  await sql`
    with used as (
      select * from unnest(${ids}::uuid[], ${tokens}::bigint[], ${visitorTokens}::bigint[]) as used (id, tokens, visitor_tokens)
    ), ended as (
      delete from chat_token_reservation where id in (
        select id from chat_token_reservation where id = any(${ids}::uuid[]) or expires_at < now() for update skip locked
      )
      returning id, day, tokens, visitor_tokens
    ), change as (
      select day, sum(coalesce(used.tokens, 0) - ended.tokens)::bigint as tokens,
        sum(coalesce(used.visitor_tokens, 0) - ended.visitor_tokens)::bigint as visitor_tokens
      from ended left join used using (id) group by day
    )
    update chat_spending as spending set
      tokens = greatest(0, spending.tokens + change.tokens),
      visitor_tokens = greatest(0, spending.visitor_tokens + change.visitor_tokens)
    from change where spending.day = change.day`.execute(db)
}
