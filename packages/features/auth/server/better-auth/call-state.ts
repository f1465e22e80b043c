import type { Db } from '@duo/db/index.ts'
import type { IdempotentCall } from '@duo/platform/server/idempotency.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Credentials } from '../sessions/sessions.ts'

/** A request to one of better-auth's calls, its body already read. */
export interface AuthCall {
  method: string
  /** Where it was sent, as the browser wrote it. */
  origin: string
  /** Path below /api/auth, and query. */
  path: string
  query: string
  headers: Credentials & {
    origin?: string | undefined
    userAgent: string
    fetchSite?: string | undefined
    idempotencyKey?: string | undefined
  }
  /** Parsed JSON; an empty object where there is none. */
  body: Record<string, unknown>
  clientAddress: string
  locale: Locale
}

/** What is known while better-auth works on a call. */
export interface CallState extends AuthCall {
  /** The ids of the devices that the browser is known as (known-devices.ts). */
  devices: readonly string[]
  /** The one that it is for the account that this call has proven to be its owner's. */
  device?: string
  /** The transaction that it has open. */
  tx?: Db
  /** The new password's hash, made before that transaction began. */
  hash?: string
  /** The hash of the password that this call was checked with. */
  provenHash?: string
  /** A sign-up under its caller's idempotency key. */
  idempotentCall?: IdempotentCall | null
  /** The account whose second factor has to come before a session. */
  challengedUserId?: string
  /** The path that a provider's callback leads on to. */
  returnTo?: string
  /** What broke inside, which better-auth answers as something else. */
  failure?: unknown
}
