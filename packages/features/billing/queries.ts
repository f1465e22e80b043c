import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { PlanId } from './rules.ts'

/** Somebody's plan and the chat tokens they used in a month. */
export async function tokensOf(db: Db, userId: string, month: string) {
  const { rows } = await sql<{ plan: PlanId; tokens: number }>`
    select coalesce((select plan from billing_subscription where user_id = ${userId}), 'free') as plan,
      coalesce((select tokens from billing_usage where user_id = ${userId} and month = ${month}::date), 0) as tokens`.execute(db)
  return rows[0] ?? { plan: 'free' as const, tokens: 0 }
}

/** Gives somebody a plan; the day it began is kept when it is the same as before. */
export function setPlan(db: Db, userId: string, plan: PlanId) {
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

/** The account with this address, for the operator. */
export function accountByEmail(db: Db, email: string) {
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
