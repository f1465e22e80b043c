import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { passwordMaxLength } from '../rules.ts'
import type { AuthError, ProviderId } from './auth-client.ts'

/** A field of the forms, for refusals that are about one. */
export type FieldName = 'name' | 'email' | 'password'

interface ErrorMessage {
  text: (about: { retryAfter: number | null; provider: string }) => string
  /** The field it is about. */
  field?: FieldName
}

const waitPhrase = (seconds: number | null) => (seconds === null ? m.auth_wait_moment() : waitText(seconds, getLocale()))

/**
 * What the service's codes mean to people: the spec's catalogue (section 8) and what better-auth can refuse besides. The last ones
 * come back from a provider, in the address. What is not in this table is shown as the service says it.
 */
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

/** What a refusal says: our words where we know the code, else the service's own. */
export const errorText = ({ code, message, retryAfter }: AuthError): string =>
  findMessage(code)?.text({ retryAfter, provider: '' }) ?? (message || m.auth_account_failed())

/** The field a refusal is about; none when it is about the whole form. */
export const errorField = ({ code }: AuthError): FieldName | undefined => findMessage(code)?.field

/** What a provider came back with. Its own description is never shown: anybody can write an address. */
export function providerText(code: string, providerId: string | undefined): string {
  const provider = providerId !== undefined && isProvider(providerId) ? providerId : 'google'
  // the spec writes the provider as the call names it
  return findMessage(code)?.text({ retryAfter: null, provider: providerNames[provider] }) ?? m.auth_provider_failed({ provider })
}

/** Why one could not go to a provider: better-auth's own words about its set-up tell people nothing (spec, section 8). */
export const redirectErrorText = (refusal: AuthError, provider: ProviderId) =>
  findMessage(refusal.code) ? errorText(refusal) : providerText('', provider)

/** Proper names, the same in every language. */
export const providerNames: Record<ProviderId, string> = { google: 'Google', linkedin: 'LinkedIn', twitter: 'X' }

const isProvider = (name: string): name is ProviderId => Object.hasOwn(providerNames, name)
