import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'

/** Shortest password (spec, section 5), and the longest that is hashed. */
export const passwordMinLength = 6
export const passwordMaxLength = 128

export const nameMaxLength = 100

/** How long a session holds without being used, in days. */
export const sessionDays = 7

/** Whether the server would take the address. */
export const emailLooksRight = (typed: string) => normalizeEmail(typed) !== null

/** What is wrong with a new password; null when it may be used. */
export function passwordProblem(password: string): 'required' | 'too_short' | 'too_long' | null {
  if (password === '') return 'required'
  if (password.length < passwordMinLength) return 'too_short'
  return password.length > passwordMaxLength ? 'too_long' : null
}

/** Control characters, and those that turn the direction of the text around them: a name stands inside other sentences. */
const unprintable = /[\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A name as it is stored: one line, without spaces around it. Letters of every script, marks and emoji are names. */
export const tidyName = (typed: string) => typed.normalize('NFC').replace(/\s+/gu, ' ').replace(unprintable, '').trim()

/** What is wrong with a name; null when it may be used. */
export function nameProblem(typed: string): 'required' | 'too_long' | null {
  const name = tidyName(typed)
  if (name === '') return 'required'
  return name.length > nameMaxLength ? 'too_long' : null
}

/** Where a path leads that somebody else may have written; anything that could leave this site leads to `fallback`. */
export function returnPath(value: unknown, fallback = '/marketplace'): string {
  // browsers read \ as / and drop tabs and line breaks: //host and /\host are other sites
  if (typeof value !== 'string' || value.length > 500 || !/^\/(?![/\\])/.test(value)) return fallback
  if (/[\p{Cc}\\]/u.test(value)) return fallback
  const here = 'http://here.invalid'
  if (!URL.canParse(value, here)) return fallback
  const { origin, pathname, search, hash } = new URL(value, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : fallback
}

/** The sign-in page that leads back to where somebody wanted to go. */
export const signInPath = (next: string) => `/auth?next=${encodeURIComponent(returnPath(next))}`

/** The pages that mails link to. The token stands in the fragment, which no server and no Referer ever sees. */
export const confirmPath = '/auth/confirm'
export const resetPath = '/auth/reset'
export const cancelChangePath = '/auth/cancel-change'
export const tokenLink = (publicUrl: string, path: string, language: Locale, token: string, next: string | null = null) =>
  `${publicUrl}${localizePath(path, language)}${next === null ? '' : `?${new URLSearchParams({ next })}`}#${token}`

/**
 * A hint about a password that others would guess: `common` when it is on the list of leaked passwords, `weak` when it is built from the
 * person's own words or falls within hours. Never a refusal. The list is fetched the first time somebody types a password.
 */
export async function passwordWarning(password: string, own: readonly string[] = []): Promise<'common' | 'weak' | null> {
  if (password.length < passwordMinLength) return null
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const words = own.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((word) => word.length > 2)
  const { score, sequence } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, words)
  if (score > 2) return null
  return sequence.some((match) => (match.dictionaryName as unknown) === 'passwords-common' && match.token === password)
    ? 'common'
    : 'weak'
}
