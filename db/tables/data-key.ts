import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface DataKeyTables {
  data_key: DataKeyTable
}

export interface DataKeyTable {
  is_only: Generated<boolean>
  /** Base64 of AES-256-GCM under a key derived from SECRET. */
  wrapped: string
  /** True if it is the old secret that keyed hashes and signed everything before this table existed. */
  made_from_secret: boolean
  created_at: CreatedAt
  wrapped_at: Generated<Date>
}
