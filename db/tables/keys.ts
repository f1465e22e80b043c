import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    data_key: {
      is_only: Generated<boolean>
      /** Base64 of AES-256-GCM under a key derived from SECRET. */
      wrapped: string
      created_at: CreatedAt
      wrapped_at: Generated<Date>
    }

    /** Public keys that verify notes about machine-made replies. The private ones are derived from SECRET. */
    note_key: {
      /** Thumbprint (RFC 7638). */
      kid: string
      /** Base64url. */
      x: string
      created_at: CreatedAt
    }
  }
}
