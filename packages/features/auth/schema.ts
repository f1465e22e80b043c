import type { Limit } from '@duo/platform/server/security/rate-limit.ts'
import { emailInputMaxLength, normalizeEmail } from '@duo/platform/shared/email.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import {
  labelProblem,
  nameInputMaxLength,
  nameProblem,
  normalizeName,
  type Provider,
  passwordMaxLength,
  passwordMinLength,
  returnPath,
} from './rules.ts'

/** Absolute lifetime of a session, in days. */
export const maxSessionDays = 90

/** Lifetime of mailed links, in hours. */
export const confirmHours = 24
export const resetHours = 1
export const disputeDays = 7
/** Hours after which repeated requests no longer extend a recovery link. */
export const maxResetHours = 12

export const unconfirmedDays = 30

/** `network`: per IP network; `pair`: per e-mail and network; `account`: per e-mail. */
export interface CallLimits {
  network: Limit
  pair?: readonly Limit[]
  account?: readonly Limit[]
  /** Allowance per e-mail and network once `account` is used up; without it the call is rejected. */
  slow?: readonly Limit[]
  /** Limits of a known device. They replace all others, so that no one else can use them up. */
  device?: readonly Limit[]
  /** What a used-up limit of the e-mail means; by default `too_many_requests`, as that of the network always does. */
  code?: 'mailed_before'
}

/** Counted before hashing. A known device has only its own limits. Once `account` is used up, `slow` still lets the owner in. */
export const signInLimits = {
  device: { name: 'auth_sign_in_device', points: 10, seconds: 60 },
  deviceDay: { name: 'auth_sign_in_device_day', points: 100, seconds: 86_400 },
  pair: { name: 'auth_sign_in', points: 10, seconds: 60 },
  pairDay: { name: 'auth_sign_in_day', points: 100, seconds: 86_400 },
  account: { name: 'auth_sign_in_account', points: 1000, seconds: 86_400 },
  slow: { name: 'auth_sign_in_slow', points: 2, seconds: 600 },
  slowDay: { name: 'auth_sign_in_slow_day', points: 10, seconds: 86_400 },
  network: { name: 'auth_sign_in_from', points: 300, sitePoints: 3_000, seconds: 600 },
}
export const signUpLimits = {
  account: { name: 'auth_sign_up', points: 5, seconds: 3600 },
  network: { name: 'auth_sign_up_from', points: 100, sitePoints: 1_000, seconds: 600 },
}
export const mailLimits = {
  account: { name: 'auth_mail', points: 5, seconds: 600 },
  network: { name: 'auth_mail_from', points: 60, sitePoints: 600, seconds: 600 },
}
/** Recovery mails. A known device has its own limits, so that others' requests cannot keep the owner from getting one. */
export const recoverLimits = {
  device: { name: 'auth_recover_device', points: 1, seconds: 600 },
  deviceDay: { name: 'auth_recover_device_day', points: 10, seconds: 86_400 },
  asker: { name: 'auth_recover_asker', points: 1, seconds: 600 },
  askerDay: { name: 'auth_recover_asker_day', points: 3, seconds: 86_400 },
  mailbox: { name: 'auth_recover_mailbox', points: 10, seconds: 86_400 },
}
export const tokenLimit = { name: 'auth_token_from', points: 100, seconds: 600 }
/** A page asks a few times what became of its mail. */
export const mailOutcomeLimit = { name: 'auth_mail_outcome_from', points: 600, seconds: 600 }
export const accountLimit = { name: 'auth_account', points: 600, seconds: 600 }
export const passwordLimit = { name: 'auth_password', points: 10, seconds: 300 }

export const emailSchema = z
  .string('invalid_email')
  .max(emailInputMaxLength, 'invalid_email')
  .transform((input, ctx) => {
    const email = normalizeEmail(input)
    if (email !== null) return email
    ctx.addIssue({ code: 'custom', message: 'invalid_email' })
    return z.NEVER
  })

const normalizedName = (maxLength: number, problemOf: typeof nameProblem) =>
  z
    .string('name_required')
    .max(maxLength, 'invalid_name')
    .transform((input, ctx) => {
      const problem = problemOf(input)
      if (problem === null) return normalizeName(input)
      ctx.addIssue({ code: 'custom', message: problem === 'required' ? 'name_required' : 'invalid_name' })
      return z.NEVER
    })
export const nameSchema = normalizedName(nameInputMaxLength, nameProblem)
export const labelSchema = normalizedName(1000, labelProblem)

/** Postgres stores no NUL, so nothing is looked up or stored with one. */
const noNul = /^[^\0]*$/
export const textSchema = z.string('invalid').regex(noNul, 'invalid')

/** Accepts any existing password; longer ones are not worth a hash. */
export const passwordSchema = textSchema.max(passwordMaxLength, 'password_too_long')
export const newPasswordSchema = z
  .string('password_too_short')
  .regex(noNul, 'invalid')
  .min(passwordMinLength, 'password_too_short')
  .max(passwordMaxLength, 'password_too_long')

/** A path of ours to go on to after the mailed link. Other values are dropped, because the mail matters more. */
export const nextSchema = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => returnPath(value, '') || undefined)

export const currentPasswordSchema = z.string('invalid').max(passwordMaxLength, 'invalid').nullable()

export const linkInput = z.object({ token: z.string('invalid').max(2000, 'invalid') })
export const mailCodeInput = z.object({ code: z.string('invalid').max(100, 'invalid') })
export const resetPasswordInput = z.object({ ...linkInput.shape, newPassword: newPasswordSchema })
export const sendConfirmationInput = z.object({ email: emailSchema, next: nextSchema })
export const requestPasswordResetInput = z.object({ email: emailSchema })
export const mailOutcomeInput = z.object({ mailId: z.uuid('invalid') })
export const refreshInput = z.object({ refresh_token: z.string('invalid').min(1, 'invalid').max(2000, 'invalid') })

export interface SignInOptions {
  providers: Provider[]
  confirmsEmail: boolean
  /** False while the server has no mail service: mails wait in the queue. */
  sendsMail: boolean
}

export interface User {
  id: string
  email: string
  /** ISO 8601; null until verified. */
  email_confirmed_at: string | null
  created_at: string
  language: Locale
  user_metadata: { full_name: string }
}

/** Shape of the spec (section 3). Only API clients receive tokens; they are null for cookie sessions. */
export interface Session {
  access_token: string | null
  refresh_token: string | null
  /** Seconds from now. */
  expires_in: number
  expires_at: number
  token_type: 'bearer'
  user: User
}

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
  'api_key_created',
  'api_key_new_network',
  'api_key_revoked',
  'erased',
] as const
export type EventKind = (typeof eventKinds)[number]

/** `invalid_link` also when the change was completed or cancelled before. */
export type CancelChangeResult = { error: null } | { error: 'invalid_link' }
/** `secondFactor`: the second step comes next. `invalid_link`: forged, expired, foreign or outdated. */
export type ConfirmEmailResult =
  | { error: null; status: 'confirmed' | 'changed' | 'already'; secondFactor: boolean }
  | { error: 'invalid_link' | 'email_taken' }
/** Made of blanks, of the user's own name or address, or one of the most common ones. */
export type WeakPassword = 'password_blank' | 'password_personal' | 'password_common'
export type CheckResetResult = { error: null } | { error: 'invalid_link' }
export type ResetPasswordResult = { error: null } | { error: 'invalid_link' | 'password_same' | WeakPassword }
export interface SignedInUser {
  id: string
  email: string
  name: string
}

/** The same for every address: it must not reveal whether there is an account. */
export interface MailRequested {
  error: null
}
/** `refused`: by the mail server, for good. False for an unknown mail. */
export interface MailOutcome {
  error: null
  refused: boolean
}
/** `page` is the path that the link opens, without a language. */
export type MailCodeResult = { error: null; page: string; token: string } | { error: 'wrong_code' }
export type RefreshResult = { error: null; session: Session } | { error: 'invalid_token' }
