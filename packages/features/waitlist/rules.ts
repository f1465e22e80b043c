import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'

/** What a member sees of their own entry; the names are the spec's (section 3). */
export interface Membership {
  /** 1 for the first in the list. */
  position: number
  /** Friends still to confirm until priority access. */
  invitesLeft: number
  /** Friends who confirmed. */
  invites_count: number
  referral_code: string
}

/** What may be a referral code, ours or one that somebody mistyped. */
export const codePattern = /^[\w-]{1,64}$/

/** Friends that must confirm before someone has priority access (spec, section 9). */
export const inviteTarget = 5

/** Places that one friend who counts moves somebody ahead (notes of the design: key = seat − 100 × friends). */
export const placesPerFriend = 100

/** Days after which an entry that was never confirmed is forgotten. */
export const unconfirmedDays = 90

/** Confirmed friends still missing for priority access; never below zero. */
export const invitesLeft = (confirmedFriends: number) => Math.max(0, inviteTarget - confirmedFriends)

/** A code whose owner has reached the goal is used up (design, section 4). */
export const isExhausted = (confirmedFriends: number) => invitesLeft(confirmedFriends) === 0

/** What a member sees of an entry. */
export const membershipOf = (entry: { position: number; confirmedFriends: number; referralCode: string }): Membership => ({
  position: entry.position,
  invitesLeft: invitesLeft(entry.confirmedFriends),
  invites_count: entry.confirmedFriends,
  referral_code: entry.referralCode,
})

/** An address as friends see it: `a•••@g•••.com`. The number of dots says nothing about the length. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@')
  const [name = '', ...rest] = host.split('.')
  const maskWord = (word: string) => `${word.slice(0, 1)}•••`
  return `${maskWord(local)}@${maskWord(name)}.${rest.at(-1)}`
}

/** Why an entry's credit waits for review. None of it keeps anybody off the list. */
export type FraudSignal = 'disposable_domain' | 'same_mailbox' | 'address_velocity' | 'trap' | 'too_fast'

/** A person needs longer than this to find the form and write an address, ms. */
export const minFillTimeMs = 1500

/** Friends of one inviter from one address block who count whatever their mailboxes are: a household, some friends at one table. */
export const maxJoinsPerNetwork = 2

/** Days for which it is known from which address block a friend joined. */
export const networkHashDays = 30

/** What a review is about, as the inviter may know it: neither the sign itself nor anything of the friend. */
export type ReviewReason = 'mailbox' | 'network' | 'form'

/** The pages that mails link to. The ticket stands in the fragment, which no server and no Referer ever sees. */
const page = (publicUrl: string, path: string, language: Locale, ticket: string) =>
  `${publicUrl}${localizePath(path, language)}#${ticket}`
export const statusPath = '/waitlist'
export const confirmPath = '/waitlist/confirm'
export const unsubscribePath = '/waitlist/unsubscribe'
export const statusLink = (publicUrl: string, language: Locale, ticket: string) => page(publicUrl, statusPath, language, ticket)
export const confirmLink = (publicUrl: string, language: Locale, ticket: string) => page(publicUrl, confirmPath, language, ticket)
export const unsubscribeLink = (publicUrl: string, language: Locale, ticket: string) =>
  page(publicUrl, unsubscribePath, language, ticket)

/** What mail programs call to unsubscribe in one click (RFC 8058): a post to this address, so the ticket cannot be in a fragment. */
export const oneClickLink = (publicUrl: string, ticket: string) => `${publicUrl}${unsubscribePath}?ticket=${ticket}`

/** The link a member passes on. */
export const referralLink = (publicUrl: string, code: string) => `${publicUrl}/?ref=${encodeURIComponent(code)}`
