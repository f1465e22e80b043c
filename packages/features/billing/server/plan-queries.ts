import type { Db } from '@duo/db/index.ts'
import { type Expression, sql } from 'kysely'
import type { PlanId } from '../rules.ts'

export interface PlanUsage {
  plan: PlanId
  tokens: number
}

/** Columns of `PlanUsage` as an SQL fragment, for queries of other features. */
export const planUsageColumns = (userId: string | Expression<string>, month: string | Expression<string>) => sql`
  coalesce((select plan from billing_subscription where user_id = ${userId}), 'free') as plan,
  coalesce((select tokens from billing_usage where user_id = ${userId} and month = ${month}::date), 0) as tokens`

export async function findPlanUsage(db: Db, userId: string, month: string): Promise<PlanUsage> {
  const { rows } = await sql<PlanUsage>`select ${planUsageColumns(userId, month)}`.execute(db)
  return rows[0] ?? { plan: 'free', tokens: 0 }
}

/** Agents of the studio that visitors may ask now, without one of them if `besides` is given. */
export async function countActiveAgents(db: Db, ownerId: string, besides?: string): Promise<number> {
  const { count } = await db
    .selectFrom('studio_agent')
    .where('owner_id', '=', ownerId)
    .where('release_id', 'is not', null)
    .where('paused_at', 'is', null)
    .$if(besides !== undefined, (query) => query.where('id', '!=', besides ?? ''))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds tokens that a month has used. */
export const addTokens = (db: Db, { userId, month, tokens }: { userId: string; month: string; tokens: number }) =>
  sql`
    insert into billing_usage (user_id, month, tokens)
    -- the account may have been deleted meanwhile
    select id, ${month}::date, ${tokens}::bigint from auth_user where id = ${userId}
    on conflict (user_id, month) do update set tokens = billing_usage.tokens + excluded.tokens`.execute(db)

/** Keeps the start date if the plan does not change. */
export function upsertPlan(db: Db, userId: string, plan: PlanId) {
  return db
    .insertInto('billing_subscription')
    .values({ user_id: userId, plan })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ plan, started_at: sql<Date>`now()` })
        .where('billing_subscription.plan', '!=', plan),
    )
    .execute()
}

export function findAccountByEmail(db: Db, email: string) {
  return db
    .selectFrom('auth_user as person')
    .leftJoin('billing_subscription as subscription', 'subscription.user_id', 'person.id')
    .where('person.email', '=', email)
    .select((eb) => [
      'person.id',
      'person.email',
      'person.name',
      'person.created_at as createdAt',
      'person.confirmed_at as confirmedAt',
      eb.fn.coalesce('subscription.plan', sql<PlanId>`'free'`).as('plan'),
    ])
    .executeTakeFirst()
}
