import type { Generated } from 'kysely'

declare module './index.ts' {
  interface Database {
    /** A user without a row has the Free plan. */
    billing_subscription: {
      user_id: string
      plan: 'free' | 'pro' | 'growth' | 'business'
      started_at: Generated<Date>
    }

    billing_usage: {
      user_id: string
      /** First day of the month, UTC. */
      month: string
      tokens: number
    }
  }
}
