import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    auth_api_key: {
      id: string
      user_id: string
      name: string
      /** SHA-256 of the key, which has 160 random bits. The key itself is not stored. */
      token_hash: string
      /** The key's last characters, by which its owner recognises it. */
      hint: string
      scopes: string[]
      expires_at: Date
      created_at: CreatedAt
      last_used_at: Generated<Date | null>
    }

    /** A network that a key was created in or used from. */
    auth_api_key_network: {
      key_id: string
      /** Keyed hash of the IPv4 /24 or IPv6 /48. */
      network_hash: string
      /** When the owner was mailed about it; null for the network of the key's creation and beyond the day's mails. */
      mailed_at: Generated<Date | null>
    }
  }
}
