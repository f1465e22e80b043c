import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { passwordMaxLength } from '../rules.ts'
import type { Provider } from '../schema.ts'
import type { AuthError } from './auth-client.ts'
import { failureCode, retryAfterMsOf } from './trpc-errors.ts'

export type FieldName = 'name' | 'email' | 'password'

interface ErrorMessage {
  text: (about: { retryAfter: number | null; provider: string }) => string
  field?: FieldName
}

const waitPhrase = (seconds: number | null) => (seconds === null ? m.auth_wait_moment() : waitText(seconds, getLocale()))

/** Messages by error code: the spec's catalogue (section 8) and better-auth's. Unknown codes show the service's own message. */
const table: Record<string, ErrorMessage> = {
  INVALID_EMAIL_OR_PASSWORD: { text: m.auth_credentials },
  EMAIL_NOT_VERIFIED: { text: m.auth_not_confirmed },
  USER_ALREADY_EXISTS: { text: m.auth_registered, field: 'email' },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { text: m.auth_registered, field: 'email' },
  PASSWORD_TOO_SHORT: { text: m.auth_password_short, field: 'password' },
  PASSWORD_TOO_LONG: { text: () => m.auth_password_long({ count: passwordMaxLength }), field: 'password' },
  PASSWORD_BLANK: { text: m.auth_password_blank, field: 'password' },
  PASSWORD_PERSONAL: { text: m.auth_password_personal, field: 'password' },
  PASSWORD_COMMON: { text: m.auth_password_common, field: 'password' },
  PASSWORD_SAME: { text: m.auth_password_same, field: 'password' },
  INVALID_EMAIL: { text: m.auth_email_invalid, field: 'email' },
  EMAIL_TAKEN: { text: m.auth_email_taken, field: 'email' },
  NAME_REQUIRED: { text: m.auth_name_required, field: 'name' },
  INVALID_NAME: { text: m.auth_name_invalid, field: 'name' },
  INVALID_PASSWORD: { text: m.auth_password_wrong },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { text: m.auth_no_password },
  INVALID_TOKEN: { text: m.auth_link_invalid },
  TOKEN_EXPIRED: { text: m.auth_link_invalid },
  TOO_MANY_REQUESTS: { text: ({ retryAfter }) => m.auth_too_many({ wait: waitPhrase(retryAfter) }) },
  UNAVAILABLE: { text: ({ retryAfter }) => m.auth_unavailable({ wait: waitPhrase(retryAfter) }) },
  CONFLICT: { text: m.auth_sign_up_failed },
  FRESH_FACTOR_NEEDED: { text: m.auth_factor_ask_needed },
  TOO_LARGE: { text: m.auth_too_large },
  INVALID_ORIGIN: { text: m.auth_origin },

  access_denied: { text: m.auth_denied },
  state_mismatch: { text: m.auth_provider_stale },
  state_not_found: { text: m.auth_provider_stale },
  please_restart_the_process: { text: m.auth_provider_stale },
  email_not_found: { text: m.auth_provider_no_email },
  email_not_confirmed: { text: m.auth_provider_unproven },
  email_not_verified: { text: m.auth_provider_unproven },
  account_not_linked: { text: m.auth_provider_not_linked },
  account_already_linked_to_different_user: { text: m.auth_provider_elsewhere },
  email_does_not_match: { text: m.auth_provider_mismatch },
}

const findMessage = (code: string) => (Object.hasOwn(table, code) ? table[code] : undefined)

export const errorText = ({ code, message, retryAfter }: AuthError): string =>
  findMessage(code)?.text({ retryAfter, provider: '' }) ?? (message || m.auth_account_failed())

export const errorField = ({ code }: AuthError): FieldName | undefined => findMessage(code)?.field

/** Never shows the provider's own description, because anyone can craft the URL. */
export function providerText(code: string, providerId: string | undefined): string {
  const provider = providerId !== undefined && isProvider(providerId) ? providerId : 'google'
  return findMessage(code)?.text({ retryAfter: null, provider: providerNames[provider] }) ?? m.auth_provider_failed({ provider })
}

/** Hides better-auth's messages about its configuration (spec, section 8). */
export const redirectErrorText = (refusal: AuthError, provider: Provider) =>
  findMessage(refusal.code) ? errorText(refusal) : providerText('', provider)

export const providerNames: Record<Provider, string> = { google: 'Google', linkedin: 'LinkedIn', twitter: 'X' }

const isProvider = (name: string): name is Provider => Object.hasOwn(providerNames, name)

const explainedFailures = ['TOO_MANY_REQUESTS', 'UNAVAILABLE', 'FRESH_FACTOR_NEEDED']

/** Returns the text for a rate limit, an overload or a factor that was not confirmed, else `otherwise`. */
export function actionErrorText(error: unknown, otherwise: string): string {
  const code = failureCode(error)?.toUpperCase()
  return code && explainedFailures.includes(code)
    ? errorText({ code, message: '', retryAfter: Math.ceil(retryAfterMsOf(error) / 1_000) || null })
    : otherwise
}
