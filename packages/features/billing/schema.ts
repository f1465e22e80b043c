import type { Limit, PlanId } from './rules.ts'

interface Counted<T> {
  activeAgents: T
  tokensPerMonth: T
  buyersPerMonth: T
}

export interface Subscription {
  plan: PlanId
  status: 'active'
  limits: Counted<Limit>
  usage: Pick<Counted<number>, 'tokensPerMonth' | 'activeAgents'>
  /** End of the period, when usage resets; ISO 8601. */
  renewsAt: string
}

export interface TokenUsage {
  used: number
  limit: Limit
  renewsAt: string
}
