import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    /** An account, written by better-auth with renamed columns (auth/server/better-auth/better-auth-tables.ts). */
    auth_user: {
      id: string
      name: string
      /** Trimmed, lower case, ASCII. */
      email: string
      email_verified: Generated<boolean>
      /** Always null: we embed no images from other sites. */
      image: Generated<string | null>
      language: Generated<'en' | 'pt'>
      /** An operator's account has no access until it has a second factor. */
      role: Generated<'person' | 'operator'>
      /** Replaces `email` once the mail sent to it is confirmed. */
      pending_email: Generated<string | null>
      /** Identifies one change: links of earlier changes are void. */
      pending_id: Generated<string | null>
      pending_session: Generated<string | null>
      confirmed_at: Generated<Date | null>
      welcomed_at: Generated<Date | null>
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    auth_session: {
      id: string
      user_id: string
      /** In the cookie, signed; useless without the server's secret. */
      token: string
      expires_at: Date
      /** Always null: sign-ins are not tracked by IP address. */
      ip_address: string | null
      user_agent: string | null
      device_id: Generated<string | null>
      /** When this session last passed a second factor. */
      factor_at: Generated<Date | null>
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    /** A sign-in method: `credential` (password) or a provider. Provider tokens are not stored. */
    auth_account: {
      id: string
      user_id: string
      provider_id: string
      account_id: string
      access_token: Generated<null>
      refresh_token: Generated<null>
      id_token: Generated<null>
      access_token_expires_at: Generated<Date | null>
      refresh_token_expires_at: Generated<Date | null>
      scope: Generated<string | null>
      /** scrypt hash with parameters and salt (platform/server/security/passwords.ts). */
      password: Generated<string | null>
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    /** Pending sign-ins at providers, and recoveries. `identifier` is a hash. */
    auth_verification: {
      id: string
      identifier: string
      value: string
      expires_at: Date
      created_at: CreatedAt
      updated_at: Generated<Date>
    }

    /** A queued account mail, deleted once sent. Kinds: auth/server/mail/account-mail-job.ts. */
    auth_mail: {
      id: string
      kind: string
      email: string
      language: 'en' | 'pt'
      user_id: string | null
      /** Path to continue to after the link; null for the default. */
      next: string | null
      event_id: string | null
      created_at: CreatedAt
      /** When the mail server refused the address for good; null again once it has accepted a mail to it. */
      refused_at: Date | null
    }

    /** A browser that has signed in to an account, identified by a cookie (auth/server/sessions/known-devices.ts). */
    auth_device: {
      id: string
      user_id: string
      user_agent: string | null
      created_at: CreatedAt
      used_at: Generated<Date>
      /** Set when the device was forgotten: signed out everywhere, or its session ended from another device. */
      revoked_at: Generated<Date | null>
    }

    /** A security event of an account (kinds: auth/schema.ts), stored for 180 days. */
    auth_event: {
      id: string
      /** Null only for the erasure of an account. */
      user_id: Generated<string | null>
      erased_account: Generated<string | null>
      kind: string
      device_id: Generated<string | null>
      user_agent: Generated<string | null>
      /** Keyed hash of the client's network. */
      address_hash: Generated<string | null>
      email: Generated<string | null>
      /** The last characters of the API key that the event is about. */
      key_hint: Generated<string | null>
      times: Generated<number>
      /** Set for kinds that are counted per hour. */
      hour: Generated<Date | null>
      disputed_at: Generated<Date | null>
      at: Generated<Date>
    }
  }
}
