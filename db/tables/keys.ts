import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    data_key: DataKeyTable
    note_key: NoteKeyTable
  }
}

export interface DataKeyTable {
  is_only: Generated<boolean>
  /** Base64 of AES-256-GCM under a key derived from SECRET. */
  wrapped: string
  created_at: CreatedAt
  wrapped_at: Generated<Date>
}

/** Public keys that verify notes about machine-made replies. The private ones are derived from SECRET. */
export interface NoteKeyTable {
  /** Thumbprint (RFC 7638). */
  kid: string
  /** Base64url. */
  x: string
  created_at: CreatedAt
}
