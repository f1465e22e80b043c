import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { type Provider, passwordMaxLength } from '../rules.ts'
import { recoverLimits } from '../schema.ts'
import { isExplained } from './explained-failures.ts'
import type { FieldName } from './fields/form-values.ts'
import { nameTooLongText } from './fields/name-problem-text.ts'
import { failureCode, retryAfterMsOf } from './trpc-errors.ts'

interface ErrorMessage {
  text: (about: Wait) => string
  field?: FieldName
}

interface Wait {
  retryAfter: number | null
  /** Its text. */
  wait: string
}

const waitOf = (seconds: number | null): Wait => ({
  retryAfter: seconds,
  wait: seconds === null ? m.auth_wait_moment() : waitText(seconds, getLocale()),
})

/** The last of a day's mails may be hours old. */
const mailedText = ({ retryAfter, wait }: Wait) =>
  ((retryAfter ?? 0) > recoverLimits.asker.seconds ? m.auth_mailed_often : m.auth_mailed_before)({ wait })

/** Messages by error code: the spec's catalogue (section 8) and better-auth's. Unknown codes show the service's own message. */
const texts = {
  invalid_email_or_password: { text: m.auth_credentials },
  email_not_verified: { text: m.auth_not_confirmed },
  user_already_exists: { text: m.auth_registered, field: 'email' },
  user_already_exists_use_another_email: { text: m.auth_registered, field: 'email' },
  password_too_short: { text: m.auth_password_short, field: 'password' },
  password_too_long: { text: () => m.auth_password_long({ count: passwordMaxLength }), field: 'password' },
  password_blank: { text: m.auth_password_blank, field: 'password' },
  password_personal: { text: m.auth_password_personal, field: 'password' },
  password_common: { text: m.auth_password_common, field: 'password' },
  password_same: { text: m.auth_password_same, field: 'password' },
  validation_error: { text: m.auth_account_failed },
  invalid_email: { text: m.auth_email_invalid, field: 'email' },
  email_taken: { text: m.auth_email_taken, field: 'email' },
  name_required: { text: m.auth_name_required, field: 'name' },
  invalid_name: { text: nameTooLongText, field: 'name' },
  wrong_password: { text: m.auth_password_wrong },
  no_password: { text: m.auth_no_password },
  invalid_link: { text: m.auth_link_invalid },
  too_many_requests: { text: m.auth_too_many },
  mailed_before: { text: mailedText },
  unavailable: { text: m.auth_unavailable },
  fresh_factor_needed: { text: m.auth_factor_ask_needed },
  too_large: { text: m.auth_too_large },
  invalid_origin: { text: m.auth_origin },
} satisfies Record<string, ErrorMessage>

export type RefusalCode = keyof typeof texts
const byCode: Partial<Record<string, ErrorMessage>> = texts

/** Codes in the address that a provider's sign-in comes back to. */
const providerTexts: Record<string, (about: { provider: string }) => string> = {
  access_denied: m.auth_denied,
  state_mismatch: m.auth_provider_stale,
  state_not_found: m.auth_provider_stale,
  please_restart_the_process: m.auth_provider_stale,
  email_not_found: m.auth_provider_no_email,
  email_not_confirmed: m.auth_provider_unproven,
  email_not_verified: m.auth_provider_unproven,
  account_not_linked: m.auth_provider_not_linked,
  account_already_linked_to_different_user: m.auth_provider_elsewhere,
  email_does_not_match: m.auth_provider_mismatch,
}

const textOf = (code: string) => (Object.hasOwn(byCode, code) ? byCode[code] : undefined)

/** A refusal of a procedure or of better-auth, which has a text of its own. */
export interface Refusal {
  error: string
  message?: string
}

export const errorText = ({ error, message }: Refusal): string =>
  textOf(error)?.text(waitOf(null)) ?? (message || m.auth_account_failed())

export const errorField = (error: string): FieldName | undefined => textOf(error)?.field

/** Never shows the provider's own description, because anyone can craft the URL. */
export function providerText(code: string, providerId: string | undefined): string {
  const provider = providerId !== undefined && isProvider(providerId) ? providerId : 'google'
  const text = Object.hasOwn(providerTexts, code) ? providerTexts[code] : undefined
  return text?.({ provider: providerNames[provider] }) ?? m.auth_provider_failed({ provider })
}

/** Hides better-auth's messages about its configuration (spec, section 8). */
export const redirectErrorText = (refusal: Refusal, provider: Provider) =>
  textOf(refusal.error) ? errorText(refusal) : providerText('', provider)

export const providerNames: Record<Provider, string> = { google: 'Google', linkedin: 'LinkedIn', twitter: 'X' }

export const isProvider = (name: string): name is Provider => Object.hasOwn(providerNames, name)

/** Returns the text for a rate limit, an overload or a factor that was not confirmed, else `otherwise`. */
export function actionErrorText(error: unknown, otherwise: string): string {
  const code = failureCode(error)
  if (!isExplained(code)) return otherwise
  return textOf(code)?.text(waitOf(Math.ceil(retryAfterMsOf(error) / 1_000) || null)) ?? otherwise
}

/** A refusal's text, with the slot `{wait}` if the server says how long to wait. */
export interface RefusalText {
  text: string
  field?: FieldName | undefined
}

/** For the script of a document, which has no messages. */
export function refusalTexts(): Record<RefusalCode, RefusalText> {
  const withSlot = (code: RefusalCode): RefusalText => {
    const { text, field }: ErrorMessage = texts[code]
    return { text: text({ retryAfter: null, wait: '{wait}' }), field }
  }
  const codes = Object.keys(texts).filter((code): code is RefusalCode => code in texts)
  return Object.fromEntries(codes.map((code) => [code, withSlot(code)])) as Record<RefusalCode, RefusalText>
}
