import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { parseUrl } from '@duo/platform/shared/parse-url.ts'
import { graphemesOf } from '@duo/platform/shared/text/graphemes.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { maxReturnPathLength } from '../session/rules.ts'

/** Services that one can sign in with (spec, section 4). */
export const providers = ['google', 'linkedin', 'twitter'] as const
export type Provider = (typeof providers)[number]

/** Minimum length (spec, section 5), and the maximum that we hash. */
export const passwordMinLength = 6
export const passwordMaxLength = 128

/** In letters as people see them, so that a name of emoji or marks is not shorter than others. */
export const nameMaxLength = 100

/** What a field accepts: an emoji of a family has eleven characters. */
export const nameInputMaxLength = nameMaxLength * 12

export const sessionDays = 7

/** Days until an unused device or a security event is deleted. */
export const deviceDays = 180

export const isValidEmail = (input: string) => normalizeEmail(input) !== null

/** Returns why a new password is invalid, or null. The server also rejects common passwords. */
export function passwordProblem(
  password: string,
  own: readonly string[] = [],
): 'required' | 'too_short' | 'too_long' | 'blank' | 'personal' | null {
  if (password === '') return 'required'
  if (password.length < passwordMinLength) return 'too_short'
  if (password.length > passwordMaxLength) return 'too_long'
  if (password.trim() === '') return 'blank'
  return isPersonal(password, own) ? 'personal' : null
}

const leetLetters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }
const decodeLeet = (text: string) => text.replace(/[013457@$!]/g, (sign) => leetLetters[sign] ?? sign)

const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns variants of a password without case, accents and leet letters; `cores` also lack outer digits and signs. */
export function passwordForms(password: string): { whole: string[]; cores: string[] } {
  const text = foldText(password)
  const withoutPrefix = (form: string) => form.replace(/^[^\p{L}]+/u, '')
  const withoutSuffix = (form: string) => form.replace(/[^\p{L}]+$/u, '')
  const strippedForms = (form: string) => [withoutPrefix(form), withoutSuffix(form), withoutSuffix(withoutPrefix(form))]
  const withoutOuterSigns = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return {
    whole: [text, decodeLeet(text)],
    cores: [
      withoutOuterSigns,
      ...strippedForms(text),
      ...strippedForms(text).map(decodeLeet),
      ...strippedForms(decodeLeet(text)),
    ],
  }
}

const minCoreLength = 5

/** Whether a password, or what is left of it without signs around it, is on the list or a sequence. */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const { whole, cores } = passwordForms(password)
  const isCommon = (form: string) => common.has(form) || isSequence(form)
  return whole.some(isCommon) || cores.some((form) => form.length >= minCoreLength && isCommon(form))
}

/** Matches aaaaaa, abcdef, 654321. */
function isSequence(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

function isPersonal(password: string, own: readonly string[]): boolean {
  const words = own.flatMap((text) => [text, text.split('@')[0] ?? '', ...text.split(/[\s@._+-]+/)])
  const forms = words.flatMap((word) => [foldText(word), decodeLeet(foldText(word))]).map(letters)
  const ownForms = [...new Set(forms)].filter((word) => word.length > 2)
  if (ownForms.length === 0) return false
  const pattern = new RegExp(`^(?:${[...ownForms, ...ownForms.map((word) => [...word].reverse().join(''))].join('|')})+$`, 'u')
  const { whole, cores } = passwordForms(password)
  return [...whole, ...cores].some((form) => pattern.test(letters(form)))
}

const unprintable = /[\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Returns the stored form of a name: NFC, one line, trimmed. Letters of all scripts, marks and emoji are allowed. */
export const normalizeName = (input: string) => input.normalize('NFC').replace(/\s+/gu, ' ').replace(unprintable, '').trim()

export function nameProblem(input: string): 'required' | 'too_long' | null {
  const name = normalizeName(input)
  if (!hasVisibleText(name)) return 'required'
  return name.length > nameInputMaxLength || graphemesOf(name).length > nameMaxLength ? 'too_long' : null
}

/** Of what a member names: passkeys and API keys. */
export const labelMaxLength = 60

export const labelProblem = (input: string) =>
  nameProblem(input) ?? (normalizeName(input).length > labelMaxLength ? 'too_long' : null)

/** Returns the path to go to after signing in, or `fallback` for other sites: guards against an open redirect. */
export function returnPath(value: unknown, fallback = '/marketplace'): string {
  // browsers read \ as / and drop tabs and line breaks, so //host and /\host are other sites
  if (typeof value !== 'string' || value.length > maxReturnPathLength || !/^\/(?![/\\])/.test(value)) return fallback
  if (/[\p{Cc}\\]/u.test(value)) return fallback
  const placeholderOrigin = 'http://here.invalid'
  const url = parseUrl(value, placeholderOrigin)
  if (url === null) return fallback
  const { origin, pathname, search, hash } = url
  return origin === placeholderOrigin && !pathname.startsWith('//') ? pathname + search + hash : fallback
}

export const signInPath = (next: string) => `/auth?next=${encodeURIComponent(returnPath(next))}`

/** Pages that mails link to. The token is in the fragment, which browsers send to no server and in no Referer. */
export const confirmPath = '/auth/confirm'
export const resetPath = '/auth/reset'
export const cancelChangePath = '/auth/cancel-change'
export const notMePath = '/auth/not-me'
export const tokenLink = (publicUrl: string, path: string, language: Locale, token: string, next: string | null = null) =>
  `${publicUrl}${localizePath(path, language)}${next === null ? '' : `?${new URLSearchParams({ next })}`}#${token}`

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
] as const
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

export function parseUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const firstMatch = (names: readonly (readonly [string, RegExp])[]) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return { browser: firstMatch(browsers), system: firstMatch(systems) }
}

/** Returns `common` for a leaked password, and `weak` for one of the user's own words or one cracked within hours. */
export async function passwordWarning(password: string, own: readonly string[] = []): Promise<'common' | 'weak' | null> {
  if (password.length < passwordMinLength) return null
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // the server refuses these, so they must not look good before
  if (isCommonPassword(password, new Set(dictionary['passwords-common']))) return 'common'
  const words = own.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((word) => word.length > 2)
  const { score, sequence } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, words)
  if (score > 2) return null
  return sequence.some((match) => (match.dictionaryName as unknown) === 'passwords-common' && match.token === password)
    ? 'common'
    : 'weak'
}
