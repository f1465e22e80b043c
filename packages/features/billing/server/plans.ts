import type { Db } from '@duo/db/index.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { monthOf, PLANS, type PlanId, periodEnd } from '../rules.ts'
import type { Subscription, TokenUsage } from '../schema.ts'
import * as queries from './plan-queries.ts'

/** What was read of a plan and its use. */
export type PlanUsage = queries.PlanUsage

/** Somebody's plan and what of it is used; Free for everybody who was given no other. Agents of one's own and buyers are still to come. */
export async function findSubscription(db: Db, userId: string, now = new Date()): Promise<Subscription> {
  const { plan, tokens } = await queries.findPlanUsage(db, userId, monthOf(now))
  const { activeAgents, tokensPerMonth, buyersPerMonth } = PLANS[plan]
  return {
    plan,
    status: 'active',
    limits: { activeAgents, tokensPerMonth, buyersPerMonth },
    usage: { activeAgents: 0, tokensPerMonth: tokens, buyersPerMonth: 0 },
    renewsAt: periodEnd(now).toISOString(),
  }
}

/** The chat tokens that somebody used this month, how many their plan allows, and when they begin anew. */
export async function findTokenUsage(db: Db, userId: string, now = new Date()): Promise<TokenUsage> {
  return toTokenUsage(await queries.findPlanUsage(db, userId, monthOf(now)), now)
}

/** The same for a caller that has read it with something else, by `planUsageColumns`. */
export const toTokenUsage = ({ plan, tokens }: queries.PlanUsage, now = new Date()): TokenUsage => ({
  used: tokens,
  limit: PLANS[plan].tokensPerMonth,
  renewsAt: periodEnd(now).toISOString(),
})

/** `plan` and `tokens` of a person in a month (`monthOf`) as columns of another feature's query, for `toTokenUsage`. */
export const planUsageColumns = queries.planUsageColumns

/** The account of an address, in any writing; null when there is none. */
export async function findAccount(db: Db, input: string) {
  const email = normalizeEmail(input)
  return (email && (await queries.findAccountByEmail(db, email))) || null
}

/** Gives somebody a plan, from now on. */
export const changePlan = (db: Db, userId: string, plan: PlanId) => queries.upsertPlan(db, userId, plan)
