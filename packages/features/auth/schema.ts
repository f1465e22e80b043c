import { emailMaxLength, normalizeEmail } from '@duo/platform/shared/email.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { nameProblem, normalizeName, passwordMaxLength } from './rules.ts'
import type { SecondFactors } from './second-factor-state.ts'

/** The providers that can vouch for somebody, in the order of their buttons. */
export const providers = ['google', 'linkedin', 'twitter'] as const
export type Provider = (typeof providers)[number]

/** How long a session holds at most, in days. */
export const maxSessionDays = 90

/** How long the links in mails hold. */
export const confirmHours = 24
export const resetHours = 1
/** How long “It was not me” in a mail works, in days. */
export const disputeDays = 7
/** How long a recovery link can go on holding because it is asked for again and again. */
export const maxResetHours = 12

/** Minutes after signing in during which an account without a password may be erased or get another address. */
export const freshMinutes = 10

/** Days after which an account that was never confirmed is forgotten. */
export const unconfirmedDays = 30

/**
 * Attempts, counted before any password is hashed. A device that has signed in to the account before has its own allowance and no other
 * limit. Unknown devices: per account and address block, of guesses within a minute and a day; per account, whoever makes them from
 * wherever, and when these are used up a few per account and address block, so that strangers slow the owner's new device down and do
 * not lock it out; per address block, wide enough for an office behind one address, narrow enough to stop a script.
 */
export const signInLimits = {
  device: { name: 'auth_sign_in_device', points: 10, seconds: 60 },
  deviceDay: { name: 'auth_sign_in_device_day', points: 100, seconds: 86_400 },
  pair: { name: 'auth_sign_in', points: 10, seconds: 60 },
  pairDay: { name: 'auth_sign_in_day', points: 100, seconds: 86_400 },
  account: { name: 'auth_sign_in_account', points: 1000, seconds: 86_400 },
  slow: { name: 'auth_sign_in_slow', points: 2, seconds: 600 },
  slowDay: { name: 'auth_sign_in_slow_day', points: 10, seconds: 86_400 },
  network: { name: 'auth_sign_in_from', points: 300, seconds: 600 },
}
export const signUpLimits = {
  account: { name: 'auth_sign_up', points: 5, seconds: 3600 },
  network: { name: 'auth_sign_up_from', points: 100, seconds: 600 },
}
/** Confirmation mails that somebody asks for, so that no form can flood a mailbox. */
export const mailLimits = {
  account: { name: 'auth_mail', points: 5, seconds: 600 },
  network: { name: 'auth_mail_from', points: 60, seconds: 600 },
}
/**
 * Recovery mails: one in ten minutes and three a day for each who asks, ten a day for a mailbox. A device that the account knows has an
 * allowance of its own, so that its owner gets a mail whatever strangers ask for.
 */
export const recoverLimits = {
  device: { name: 'auth_recover_device', points: 1, seconds: 600 },
  deviceDay: { name: 'auth_recover_device_day', points: 10, seconds: 86_400 },
  asker: { name: 'auth_recover_asker', points: 1, seconds: 600 },
  askerDay: { name: 'auth_recover_asker_day', points: 3, seconds: 86_400 },
  mailbox: { name: 'auth_recover_mailbox', points: 10, seconds: 86_400 },
}
/** Tries with a token out of a mail. */
export const tokenLimit = { name: 'auth_token_from', points: 100, seconds: 600 }
/** Everything else. */
export const accountLimit = { name: 'auth_account', points: 600, seconds: 600 }
/** Passwords asked for again by somebody who is signed in: change, erase. */
export const passwordLimit = { name: 'auth_password', points: 10, seconds: 300 }

const emailSchema = z
  .string('invalid_email')
  .max(emailMaxLength, 'invalid_email')
  .transform((input, ctx) => {
    const email = normalizeEmail(input)
    if (email !== null) return email
    ctx.addIssue({ code: 'custom', message: 'invalid_email' })
    return z.NEVER
  })

const nameSchema = z
  .string('name_required')
  .max(1000, 'invalid_name')
  .transform((input, ctx) => {
    const problem = nameProblem(input)
    if (problem === null) return normalizeName(input)
    ctx.addIssue({ code: 'custom', message: problem === 'required' ? 'name_required' : 'invalid_name' })
    return z.NEVER
  })

/** The password that is asked for again; null where the account has none. */
export const currentPasswordSchema = z.string('invalid').max(passwordMaxLength, 'invalid').nullable()

export const profileInput = z.object({
  name: nameSchema.optional(),
  language: z.enum(locales, 'invalid_language').optional(),
})
export const changeEmailInput = z.object({ email: emailSchema, password: currentPasswordSchema })
/** A signed token out of a mail. */
export const linkInput = z.object({ token: z.string('invalid').max(2000, 'invalid') })
export const eraseInput = z.object({ password: currentPasswordSchema })
export const revokeInput = z.object({ id: z.uuid('invalid') })
export const unlinkInput = z.object({ provider: z.enum(providers, 'invalid') })
export const refreshInput = z.object({ refresh_token: z.string('invalid').min(1, 'invalid').max(2000, 'invalid') })

/** Which ways in there are besides a password, and whether an address must be confirmed first. */
export interface SignInOptions {
  providers: Provider[]
  confirmsEmail: boolean
}

export interface User {
  id: string
  email: string
  /** ISO 8601; null until the address is confirmed. */
  email_confirmed_at: string | null
  created_at: string
  language: Locale
  user_metadata: { full_name: string }
}

/** The spec's shape (section 3). Tokens are for API clients only: who comes with the cookie has none to read. */
export interface Session {
  access_token: string | null
  refresh_token: string | null
  /** Seconds from now. */
  expires_in: number
  /** Seconds since 1970. */
  expires_at: number
  token_type: 'bearer'
  user: User
}

export interface Account {
  user: User
  hasPassword: boolean
  providers: { id: Provider; linkedAt: string }[]
  /** The new address whose owner has not opened the mail yet. */
  pendingEmail: string | null
  secondFactors: SecondFactors
}

/** What the trail of an account can hold. */
export const eventKinds = [
  'signed_in',
  'sign_in_refused',
  'session_ended',
  'signed_out_everywhere',
  'recovery_sent',
  'password_reset',
  'password_changed',
  'password_refused',
  'email_change_asked',
  'email_change_cancelled',
  'email_changed',
  'email_restored',
  'provider_linked',
  'provider_unlinked',
  'downloaded',
  'disputed',
  'operator_signed_out',
  'operator_role_given',
  'operator_role_taken',
  'passkey_added',
  'passkey_removed',
  'codes_added',
  'codes_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factor_refused',
  'factor_recovery_asked',
  'factor_recovery_cancelled',
  'factors_removed',
  'erased',
] as const
export type EventKind = (typeof eventKinds)[number]

/** One security event, as its owner sees it. */
export interface Activity {
  id: string
  kind: EventKind
  /** Null where no browser did it. */
  userAgent: string | null
  /** How often it happened within the hour. */
  times: number
  at: string
}

export interface SessionEntry {
  id: string
  /** Whether it is the one that asks. */
  current: boolean
  createdAt: string
  /** To the day. */
  lastUsedAt: string
  expiresAt: string
  userAgent: string
}

/** Why somebody who is signed in has to prove once more who they are. */
export interface ReauthenticationError {
  error: 'wrong_password' | 'sign_in_again'
}
export type ChangeEmailAnswer = { error: null } | ReauthenticationError | { error: 'same_email' }
/** What came of a link that cancels a pending change of address: `invalid_link` also where the change was made or cancelled before. */
export type CancelChangeAnswer = { error: null } | { error: 'invalid_link' }
export type EraseAnswer = { error: null } | ReauthenticationError
export type RefreshAnswer = { error: null; session: Session } | { error: 'invalid_token' }
export type UnlinkAnswer = { error: null } | { error: 'last_way_in' }
