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
  }
}
