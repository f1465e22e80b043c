import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    auth_passkey: {
      id: string
      user_id: string
      credential_id: string
      /** COSE. */
      public_key: Buffer
      /** The authenticator's signature counter. A bigint, which pg may return as text. */
      counter: number | string
      transports: string[]
      name: string
      /** The event of its registration: disputing that event removes the passkey. */
      event_id: string
      created_at: CreatedAt
      last_used_at: Generated<Date | null>
      /** Set when the owner disputed it without proof from a device: it no longer signs in on its own. */
      disputed_at: Generated<Date | null>
    }

    auth_one_time_codes: {
      user_id: string
      /** Encrypted under a key derived from the data key (auth/server/one-time-codes/totp.ts). */
      secret: string
      /** Newest used 30-second step; codes up to it are rejected, unless it lies in the future. */
      last_step: number | string
      /** The last used steps, in order of use: none works again, whatever the clock says. */
      used_steps: Generated<(number | string)[]>
      event_id: string
      created_at: Generated<Date>
    }

    auth_recovery_code: {
      user_id: string
      code_hash: string
      created_at: CreatedAt
    }

    auth_second_step: {
      id: string
      user_id: string
      token_hash: string
      remember: boolean
      tries: Generated<number>
      expires_at: Date
      created_at: CreatedAt
    }

    /** A WebAuthn challenge, or the encrypted secret of a TOTP setup; for a session, a second step, or neither. */
    auth_challenge: {
      id: string
      kind: 'add_passkey' | 'set_up_codes' | 'second_step' | 'pass_factor' | 'sign_in'
      session_id: string | null
      step_id: string | null
      value: string
      expires_at: Date
      created_at: CreatedAt
    }

    /** The delayed recovery of an account without its second factors. Ended rows briefly block a new one. */
    auth_factor_recovery: {
      id: string
      user_id: string
      /** Window in which the first factor alone signs in. */
      ripe_at: Date
      lapses_at: Date
      ended_at: Generated<Date | null>
      ended_as: Generated<'cancelled' | 'voided' | 'used' | 'lapsed' | null>
      created_at: CreatedAt
    }
  }
}
