import type { Generated } from 'kysely'

export interface RateLimitTables {
  rate_limit: RateLimitTable
}

/** Counters of `rate-limiter-flexible`, whose SQL relies on these names and their order. */
export interface RateLimitTable {
  key: string
  points: Generated<number>
  expire: number | null
}
