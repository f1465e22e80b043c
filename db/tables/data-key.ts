import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface DataKeyTables {
  data_key: DataKeyTable
}

/** One row: the key of stored hashes (platform/server/security/data-key.ts). */
export interface DataKeyTable {
  is_only: Generated<boolean>
  /** AES-256-GCM under a key derived from the server's secret, base64. */
  wrapped: string
  /** Whether it is the secret that keyed the hashes, and signed everything, before there was this table. */
  made_from_secret: boolean
  created_at: CreatedAt
  wrapped_at: Generated<Date>
}
