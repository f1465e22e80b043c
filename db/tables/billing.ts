import type { Generated } from 'kysely'

export interface BillingTables {
  billing_subscription: BillingSubscriptionTable
  billing_usage: BillingUsageTable
}

/** A person's plan; whoever has no row is on Free. */
export interface BillingSubscriptionTable {
  user_id: string
  plan: 'free' | 'pro' | 'growth' | 'business'
  started_at: Generated<Date>
}

/** The chat tokens that a person used in a month. */
export interface BillingUsageTable {
  user_id: string
  /** Its first day, in UTC. */
  month: string
  tokens: number
}
