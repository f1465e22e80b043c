import type { Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface AuthTables {
  auth_account: AuthAccountTable
  auth_device: AuthDeviceTable
  auth_event: AuthEventTable
  auth_mail: AuthMailTable
  auth_session: AuthSessionTable
  auth_user: AuthUserTable
  auth_verification: AuthVerificationTable
}

/** A person with an account. better-auth writes it, under its own names for the columns (auth/server/better-auth/handler.ts). */
export interface AuthUserTable {
  /** UUIDv7. */
  id: string
  name: string
  /** Normalised: trimmed, lower case, ASCII. */
  email: string
  email_verified: Generated<boolean>
  /** Always null: pictures of other sites are not shown here. */
  image: Generated<string | null>
  language: Generated<'en' | 'pt'>
  /** An operator's account opens nothing until it has a second factor. */
  role: Generated<'person' | 'operator'>
  /** The address that is to replace `email` once its owner opens the mail sent there. */
  pending_email: Generated<string | null>
  /** Names that one change: its links work for no other. */
  pending_id: Generated<string | null>
  /** The session that asked for it. */
  pending_session: Generated<string | null>
  /** When `email` was proven. */
  confirmed_at: Generated<Date | null>
  /** When the welcome mail was queued: there is one per person. */
  welcomed_at: Generated<Date | null>
  created_at: CreatedAt
  updated_at: Generated<Date>
}

export interface AuthSessionTable {
  id: string
  user_id: string
  /** What the cookie carries, together with its signature; useless without the server's secret. */
  token: string
  expires_at: Date
  /** Always null: who signs in is not tracked by address. */
  ip_address: string | null
  user_agent: string | null
  /** The device that it was begun on. */
  device_id: Generated<string | null>
  created_at: CreatedAt
  /** When the session was last prolonged, at most once a day. */
  updated_at: Generated<Date>
}

/** A way to sign in: `credential` with a password, or a provider with the person's id there. Tokens of providers are not kept. */
export interface AuthAccountTable {
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
  /** scrypt, with its parameters and salt (platform/server/security/passwords.ts). */
  password: Generated<string | null>
  created_at: CreatedAt
  updated_at: Generated<Date>
}

/** What is on its way: sign-ins at a provider, recoveries. `identifier` is a hash. */
export interface AuthVerificationTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: CreatedAt
  updated_at: Generated<Date>
}

/** A mail about an account that waits to be written; deleted once it is sent. The kinds are those of auth/server/mail/account-mail-job.ts. */
export interface AuthMailTable {
  id: string
  kind: string
  email: string
  language: 'en' | 'pt'
  user_id: string | null
  /** The path of ours that its link leads on to; null for the usual one. */
  next: string | null
  /** The security event that it tells of. */
  event_id: string | null
  created_at: CreatedAt
}

/** A browser that has signed in to an account: its cookie (auth/server/sessions/known-devices.ts) names it. */
export interface AuthDeviceTable {
  id: string
  user_id: string
  user_agent: string | null
  created_at: CreatedAt
  /** When it last signed in. */
  used_at: Generated<Date>
  /** Since when it is no longer known: everybody was signed out, or its session was ended elsewhere. */
  revoked_at: Generated<Date | null>
}

/** Something that matters to the safety of an account (kinds: auth/schema.ts), kept 180 days. */
export interface AuthEventTable {
  /** UUIDv7. */
  id: string
  /** Null only for the erasure of an account. */
  user_id: Generated<string | null>
  /** The id that an erased account had. */
  erased_account: Generated<string | null>
  kind: string
  device_id: Generated<string | null>
  user_agent: Generated<string | null>
  /** Keyed hash of the caller's address block. */
  address_hash: Generated<string | null>
  /** The address that a change of address replaced. */
  email: Generated<string | null>
  /** How often it happened in `hour`. */
  times: Generated<number>
  /** Set where events of this kind are counted by the hour. */
  hour: Generated<Date | null>
  /** When its owner said that it was not them. */
  disputed_at: Generated<Date | null>
  at: Generated<Date>
}
