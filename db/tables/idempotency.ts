import type { Generated } from 'kysely'

export interface IdempotencyTables {
  idempotency_key: IdempotencyKeyTable
}

/** What was done under an idempotency key. */
export interface IdempotencyKeyTable {
  key_hash: string
  input_hash: string
  /** Null where the call made nothing that has an id. */
  effect_id: string | null
  created_at: Generated<Date>
}
