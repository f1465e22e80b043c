import type { CreatedAt } from './columns.ts'

export interface NoteKeyTables {
  note_key: NoteKeyTable
}

/** Public keys that verify notes about machine-made replies. The private ones are derived from SECRET. */
export interface NoteKeyTable {
  /** Thumbprint (RFC 7638). */
  kid: string
  /** Base64url. */
  x: string
  created_at: CreatedAt
}
