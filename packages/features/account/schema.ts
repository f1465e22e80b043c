import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type Provider, providers } from '../auth/rules.ts'
import {
  currentPasswordSchema,
  type EventKind,
  emailSchema,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
  type WeakPassword,
} from '../auth/schema.ts'
import type { FactorAccount, ReauthenticationError } from '../second-factor/schema.ts'

export const profileInput = z.object({
  name: nameSchema.optional(),
  language: z.enum(locales, 'invalid_language').optional(),
})
export const changeEmailInput = z.object({ email: emailSchema, password: currentPasswordSchema })
export const eraseInput = z.object({ password: currentPasswordSchema })
export const revokeInput = z.object({ id: z.uuid('invalid') })
export const unlinkInput = z.object({ provider: z.enum(providers, 'invalid') })
export const changePasswordInput = z.object({ currentPassword: passwordSchema, newPassword: newPasswordSchema })

export interface Account extends FactorAccount {
  providers: { id: Provider; linkedAt: string }[]
  pendingEmail: string | null
  /** The mail server has refused the pending address for good. */
  pendingEmailRefused: boolean
}

export interface Activity {
  id: string
  kind: EventKind
  /** Null when no browser caused it. */
  userAgent: string | null
  /** Occurrences within the hour. */
  times: number
  at: string
}

export interface SessionEntry {
  id: string
  current: boolean
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  userAgent: string
}

export type ChangeEmailResult = { error: null } | ReauthenticationError | { error: 'same_email' }
/** `mailed`: which mailbox gets the recovery link, the one of this mail or the account's. */
export type DisputeResult = { error: null; mailed: 'here' | 'elsewhere' } | { error: 'invalid_link' }
/** `no_password`: the account signs in with providers or passkeys only. */
export type ChangePasswordResult = { error: null } | { error: 'wrong_password' | 'no_password' | 'password_same' | WeakPassword }
export type EraseResult = { error: null } | ReauthenticationError
export type UnlinkResult = { error: null } | { error: 'last_way_in' }
