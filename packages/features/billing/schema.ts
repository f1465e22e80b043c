import type { Limit, PlanId } from './rules.ts'

/** What a plan counts. */
interface Counted<T> {
  activeAgents: T
  /** Chat tokens of this period. */
  tokensPerMonth: T
  /** Different buyers of this period. */
  buyersPerMonth: T
}

/** A person's plan, what it allows and what of it is used. */
export interface Subscription {
  plan: PlanId
  status: 'active'
  limits: Counted<Limit>
  usage: Counted<number>
  /** When the period ends and its counts begin anew, ISO 8601. */
  renewsAt: string
}

/** Chat tokens of this month against the plan. */
export interface TokenUsage {
  used: number
  limit: Limit
  /** ISO 8601. */
  renewsAt: string
}
