import type { Generated } from 'kysely'

/** The counters of `rate-limiter-flexible`; its own SQL relies on these names and this order. */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  /** Milliseconds since 1970; null never expires. */
  expire: number | null
}
