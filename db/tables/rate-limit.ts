import type { Generated } from 'kysely'

declare module './index.ts' {
  interface Database {
    rate_limit: RateLimitTable
  }
}

/** Counters of rate limits (platform/server/security/rate-limit.ts). */
export interface RateLimitTable {
  /** `<name of the limit>:<subject>`. */
  key: string
  points: Generated<number>
  /** End of the window by the database's clock, ms since 1970. */
  expire: number | null
}
