import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface SecondFactorTables {
  auth_challenge: AuthChallengeTable
  auth_factor_recovery: AuthFactorRecoveryTable
  auth_one_time_codes: AuthOneTimeCodesTable
  auth_passkey: AuthPasskeyTable
  auth_recovery_code: AuthRecoveryCodeTable
  auth_second_step: AuthSecondStepTable
}

export interface AuthPasskeyTable {
  id: string
  user_id: string
  /** The authenticator's id of it, base64url. */
  credential_id: string
  /** COSE. */
  public_key: Buffer
  /** How often the authenticator says it was used. A bigint, which pg reads as text. */
  counter: number | string
  transports: string[]
  name: string
  /** The event of its adding: “this was not me” about that event removes the passkey. */
  event_id: string
  created_at: CreatedAt
  last_used_at: Generated<Date | null>
  /** Its owner has said that it is not theirs, without a device to prove it: it no longer signs in alone. */
  disputed_at: Generated<Date | null>
}

/** One-time codes (TOTP) of an account. */
export interface AuthOneTimeCodesTable {
  user_id: string
  /** Encrypted under a key derived from the data key (auth/server/one-time-codes/totp.ts). */
  secret: string
  /** The newest 30-second step whose code was used: neither it nor an older one is taken again. */
  last_step: number | string
  event_id: string
  created_at: Generated<Date>
}

/** A recovery code that has not been used. */
export interface AuthRecoveryCodeTable {
  user_id: string
  /** Keyed hash. */
  code_hash: string
  created_at: CreatedAt
}

/** A sign-in that has passed its first factor and waits for the second. */
export interface AuthSecondStepTable {
  id: string
  user_id: string
  token_hash: string
  /** Whether the session is to outlive the browser. */
  remember: boolean
  /** Wrong tries. */
  tries: Generated<number>
  expires_at: Date
  created_at: CreatedAt
}

/** What an authenticator has to sign, or the encrypted secret of one-time codes that are being set up: of a session, of a step, or of neither. */
export interface AuthChallengeTable {
  id: string
  kind: 'add_passkey' | 'set_up_codes' | 'second_step' | 'sign_in'
  session_id: string | null
  step_id: string | null
  value: string
  expires_at: Date
  created_at: CreatedAt
}

/** The slow recovery of an account whose second factors are lost. One that has ended is kept for a while: after a cancel none begins. */
export interface AuthFactorRecoveryTable {
  id: string
  user_id: string
  /** When the next first factor lets its owner in, and until when. */
  ripe_at: Date
  lapses_at: Date
  ended_at: Generated<Date | null>
  ended_as: Generated<'cancelled' | 'voided' | 'used' | 'lapsed' | null>
  created_at: CreatedAt
}
