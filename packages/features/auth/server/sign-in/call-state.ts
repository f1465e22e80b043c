import type { Db } from '@duo/db/index.ts'
import type { IdempotentCall } from '@duo/platform/server/idempotency.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Credentials } from '../sessions/sessions.ts'
import type { SignInCaller } from './sign-in-caller.ts'

export interface AuthCall {
  method: string
  origin: string
  /** Path below /api/auth. */
  path: string
  query: string
  headers: Credentials & {
    origin?: string | undefined
    fetchSite?: string | undefined
    idempotencyKey?: string | undefined
  }
  body: Record<string, unknown>
  clientAddress: string
  userAgent: string
  locale: Locale
}

export interface CallState extends AuthCall, SignInCaller {
  tx?: Db
  /** Hash of the new password, computed before the transaction starts. */
  hash?: string
  /** Hash that the password was verified against. */
  provenHash?: string
  idempotentCall?: IdempotentCall | null
  /** The mail of a sign-up. */
  mailId?: string
  challengedUserId?: string
  returnTo?: string
  /** Internal error that better-auth reports as something else. */
  failure?: unknown
}

/** The page that follows the mailed link. */
export const redirectPathOf = ({ next }: CallState['body']): string | null => (typeof next === 'string' ? next : null)
