import type { Db } from '@duo/db/index.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import * as queries from './queries.ts'
import { PLANS, type PlanId, periodEnd } from './rules.ts'
import type { Subscription } from './schema.ts'

/** Somebody's plan; Free for everybody who was given no other. Nothing is metered yet: there are no agents of one's own and no chat. */
export async function subscriptionOf(db: Db, userId: string, now = new Date()): Promise<Subscription> {
  const plan = (await queries.planOf(db, userId))?.plan ?? 'free'
  const { activeAgents, tokensPerMonth, buyersPerMonth } = PLANS[plan]
  return {
    plan,
    status: 'active',
    limits: { activeAgents, tokensPerMonth, buyersPerMonth },
    usage: { activeAgents: 0, tokensPerMonth: 0, buyersPerMonth: 0 },
    renewsAt: periodEnd(now).toISOString(),
  }
}

/** The account of an address, in any writing; null when there is none. */
export async function findAccount(db: Db, typed: string) {
  const email = normalizeEmail(typed)
  return (email && (await queries.accountByEmail(db, email))) || null
}

/** Gives somebody a plan, from now on. */
export const changePlan = (db: Db, userId: string, plan: PlanId) => queries.setPlan(db, userId, plan)
