import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { foldCode } from '@duo/platform/shared/text/typed-code.ts'

/** Names of the spec (section 3). */
export interface Membership {
  position: number
  invitesLeft: number
  invites_count: number
  referral_code: string
}

const codePattern = /^[\w-]{1,64}$/
export const optionalCodePattern = /^[\w-]{0,64}$/

const codeMaxLength = 64

/**
 * Repairs an invitation code that was copied, linked or typed: people paste the whole link, links swallow the punctuation after them,
 * people mistake letters. Returns an empty string for none. The result may still be unknown or no code at all, which is judged when joining.
 */
export function repairCode(given: string): string {
  const text = decoded(given)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
  const [code = ''] = (/[?&;]ref=([^&#\s]*)/i.exec(text)?.[1] ?? wholeCode(text) ?? text).trim().split(/[?&#/]/, 1)
  return foldCode(code.replace(/(?:%[0-9a-f]{2})+$/i, '').replace(/^[\s"'([{“‘«*_~]+|[\s.,;:!?…"')\]}>”’»*_~-]+$/g, ''))
}

/** Real codes are longer. */
const unknownCode = '0'

/** Returns the code to join with. People may type anything: what cannot be a code is an unknown one, and not a malformed call. */
export function codeToJudge(given: string): string | null {
  const code = repairCode(given)
  if (code === '') return null
  return codePattern.test(code) ? code : unknownCode
}

/** A link inside of another, as mail filters and networks pass it on, is encoded once or twice. */
function decoded(text: string): string {
  const inner = /https?%(?:25)?3a%(?:25)?2f[^&\s]*/i.exec(text)?.[0]
  if (inner === undefined) return text
  try {
    return decodeURIComponent(decodeURIComponent(inner))
  } catch {
    return text
  }
}

/** Finds a code in groups (`H6K VQB-PMJ5`) or in a sentence (`código: H6KVQBPMJ5`). Undefined if there is not exactly one. */
function wholeCode(text: string): string | undefined {
  const compact = text.replace(/[\s\p{Pd}]/gu, '')
  if (/^[0-9a-z]{10}$/i.test(compact)) return compact
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => /^[0-9a-z]{10}$/i.test(word) && /\d/.test(word))
  return words.length === 1 ? words[0] : undefined
}

/** Returns the invitation code of an address, whatever the case of its parameter. The first of several counts. */
export function codeInQuery(query: Iterable<[string, unknown]>): string | undefined {
  for (const [key, given] of query) {
    // `?ref%3DABC`, from a program that escaped the whole query
    const [name = '', escaped] = key.split('=', 2)
    // `&amp;ref=`, from a page's source
    if (name.toLowerCase().replace(/^(?:amp;)+/, '') !== 'ref' || typeof (escaped ?? given) !== 'string') continue
    // `?ref=ABC%0A`, from a link at the end of a line
    const value = String(escaped ?? given).replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '')
    if (/\p{Cc}/u.test(value)) continue
    const code = repairCode(value).slice(0, codeMaxLength)
    if (code !== '') return code
  }
  return undefined
}

export const inviteTarget = 5

/** Positions gained per counted friend (design: key = seat − 100 × friends). */
export const placesPerFriend = 100

/** Those ahead of a member whom a wave has invited are counted up to here, so that the work is bounded. */
export const invitedAheadMax = 1000

/** Places that one more friend may gain: no more than are ahead. */
export const placesToGain = (position: number) => Math.min(placesPerFriend, position - 1)

export const unconfirmedDays = 90

/** Days after the join on which an entry that is not confirmed is reminded, once each. */
export const confirmReminderDays = [2, 7] as const

/** The link of the first mail has expired then; who has not confirmed by now did not mean to join, or forgot. */
export const lastReminderDay = 30

export const placeMailDays = 30

export const invitesLeft = (confirmedFriends: number) => Math.max(0, inviteTarget - confirmedFriends)

export const isExhausted = (confirmedFriends: number) => invitesLeft(confirmedFriends) === 0

export const membershipOf = (entry: { position: number; confirmedFriends: number; referralCode: string }): Membership => ({
  position: entry.position,
  invitesLeft: invitesLeft(entry.confirmedFriends),
  invites_count: entry.confirmedFriends,
  referral_code: entry.referralCode,
})

/** Returns `a•••@g•••.com`; the number of dots is fixed, so that it reveals no length. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  const [name = '', ...rest] = host.split('.')
  const maskWord = (word: string) => `${word.slice(0, 1)}•••`
  return `${maskWord(local)}@${maskWord(name)}.${rest.at(-1)}`
}

/** Reasons to review an entry's credit. None of them rejects a member. */
export type FraudSignal = 'disposable_domain' | 'same_mailbox' | 'address_velocity' | 'honeypot' | 'too_fast'

/** A person takes longer than this from opening the page to sending the form, ms, even if the browser fills it in. */
export const minFillTimeMs = 1500

/** Friends of one inviter who count per network, whatever their mailboxes: they may share a household. */
export const maxJoinsPerNetwork = 2

export const networkHashDays = 30

/** Shown to the inviter: neither the signal nor data of the friend. */
export type ReviewReason = 'mailbox' | 'network' | 'form'

/** Pages that mails link to. The ticket is in the fragment, which browsers send to no server and in no Referer. */
const page = (publicUrl: string, path: string, language: Locale, ticket: string) =>
  `${publicUrl}${localizePath(path, language)}#${ticket}`
export const statusPath = '/waitlist'
export const confirmPath = '/waitlist/confirm'
export const unsubscribePath = '/waitlist/unsubscribe'
export const statusLink = (publicUrl: string, language: Locale, ticket: string) => page(publicUrl, statusPath, language, ticket)
export const confirmLink = (publicUrl: string, language: Locale, ticket: string) => page(publicUrl, confirmPath, language, ticket)
export const unsubscribeLink = (publicUrl: string, language: Locale, ticket: string) =>
  page(publicUrl, unsubscribePath, language, ticket)

/** One-click unsubscribe (RFC 8058) is a POST to this URL, so the ticket cannot be in a fragment. */
export const oneClickLink = (publicUrl: string, ticket: string) => `${publicUrl}${unsubscribePath}?ticket=${ticket}`

export const referralLink = (publicUrl: string, code: string) => `${publicUrl}/?ref=${encodeURIComponent(code)}`
