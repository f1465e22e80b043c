import type { Generated } from 'kysely'

declare module './index.ts' {
  interface Database {
    idempotency_key: {
      key_hash: string
      input_hash: string
      /** Null if the call created nothing with an id. */
      effect_id: string | null
      created_at: Generated<Date>
    }

    /** Counters of rate limits (platform/server/security/rate-limit.ts). */
    rate_limit: {
      /** `<name of the limit>:<subject>`. */
      key: string
      points: Generated<number>
      /** End of the window by the database's clock, ms since 1970. */
      expire: number | null
    }
  }
}
