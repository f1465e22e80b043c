import type { Db } from '@duo/db/index.ts'
import { monthOf, PLANS, periodEnd } from '../rules.ts'
import type { Subscription, TokenUsage } from '../schema.ts'
import * as queries from './plan-queries.ts'

export type PlanUsage = queries.PlanUsage

/** Returns the plan, `free` by default, and its usage. There are no buyers to count yet. */
export async function findSubscription(db: Db, userId: string, now = new Date()): Promise<Subscription> {
  const [{ plan, tokens }, active] = await Promise.all([
    queries.findPlanUsage(db, userId, monthOf(now)),
    queries.countActiveAgents(db, userId),
  ])
  const { activeAgents, tokensPerMonth, buyersPerMonth } = PLANS[plan]
  return {
    plan,
    status: 'active',
    limits: { activeAgents, tokensPerMonth, buyersPerMonth },
    usage: { tokensPerMonth: tokens, activeAgents: active },
    renewsAt: periodEnd(now).toISOString(),
  }
}

export async function findTokenUsage(db: Db, userId: string, now = new Date()): Promise<TokenUsage> {
  return toTokenUsage(await queries.findPlanUsage(db, userId, monthOf(now)), now)
}

export const toTokenUsage = ({ plan, tokens }: queries.PlanUsage, now = new Date()): TokenUsage => ({
  used: tokens,
  limit: PLANS[plan].tokensPerMonth,
  renewsAt: periodEnd(now).toISOString(),
})

export const countActiveAgents = queries.countActiveAgents

export const planUsageColumns = queries.planUsageColumns

/** Counts tokens towards the month of a plan that were used outside a conversation of its account. */
export async function addTokens(db: Db, userId: string, tokens: number, now = new Date()): Promise<void> {
  if (tokens > 0) await queries.addTokens(db, { userId, month: monthOf(now), tokens })
}
