import type { Generated } from 'kysely'

declare module './index.ts' {
  interface Database {
    billing_subscription: BillingSubscriptionTable
    billing_usage: BillingUsageTable
  }
}

/** A user without a row has the Free plan. */
export interface BillingSubscriptionTable {
  user_id: string
  plan: 'free' | 'pro' | 'growth' | 'business'
  started_at: Generated<Date>
}

export interface BillingUsageTable {
  user_id: string
  /** First day of the month, UTC. */
  month: string
  tokens: number
}
