import type { Generated } from 'kysely'

export interface RateLimitTables {
  rate_limit: RateLimitTable
}

/** The counters of `rate-limiter-flexible`; its own SQL relies on these names and this order. */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970; null never expires. */
  expire: number | null
}
