import type { Generated } from 'kysely'

/** A person's plan; whoever has no row is on Free. */
export interface BillingSubscriptionTable {
  user_id: string
  plan: 'free' | 'pro' | 'growth' | 'business'
  started_at: Generated<Date>
}
