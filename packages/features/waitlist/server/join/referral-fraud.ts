import type { Db } from '@duo/db/index.ts'
import { addressBlock } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { mailboxOf } from '@duo/platform/shared/email.ts'
import { isDisposableEmail } from 'disposable-email-domains-js'
import { getDomain } from 'tldts'
import { minimumFillTime, type ReviewReason, type Suspicion } from '../../rules.ts'
import { isMailboxKnown } from '../referrals/referral-credit-queries.ts'
import { largeProviders } from './mailbox-providers.ts'

/** What is stored of a mailbox to recognise it, however its address is written. */
export const mailboxHash = (secret: Keys, email: string) => keyedHash(secret, 'waitlist mailbox', mailboxOf(email))

/** What is stored of where an invited person joined from; null for 'unknown', where there is no address: that is nobody's block. */
export const blockHash = (secret: Keys, clientAddress: string) =>
  clientAddress === 'unknown' ? null : keyedHash(secret, 'waitlist block', addressBlock(clientAddress))

/** What is stored of a mailbox's registrable domain, whatever stands before it; null for a large provider's, which says nothing. */
export function domainHash(secret: Keys, email: string) {
  const host = email.slice(email.lastIndexOf('@') + 1)
  const domain = getDomain(host) ?? host
  return largeProviders.has(domain) ? null : keyedHash(secret, 'waitlist domain', domain)
}

interface InvitedJoin {
  email: string
  mailboxHash: string
  trap: string | undefined
  filledIn: number | undefined
}

/**
 * What is odd about an invited join. Nothing here keeps anybody off the list: the inviter's credit waits until an operator has looked. How
 * many come from one place is looked at when they confirm (`isFromCrowd`): strangers who only type addresses could spoil an invitation.
 */
export async function lookAt(db: Db, { email, mailboxHash, trap, filledIn }: InvitedJoin): Promise<Suspicion[]> {
  const signs: Record<Exclude<Suspicion, 'address_velocity'>, boolean> = {
    disposable_domain: isDisposableEmail(email),
    same_mailbox: await isMailboxKnown(db, mailboxHash),
    trap: Boolean(trap),
    too_fast: filledIn !== undefined && filledIn < minimumFillTime,
  }
  return Object.entries(signs).flatMap(([name, is]) => (is ? [name as Suspicion] : []))
}

const reviewReasons: Record<Suspicion, ReviewReason> = {
  disposable_domain: 'mailbox',
  same_mailbox: 'mailbox',
  address_velocity: 'network',
  trap: 'form',
  too_fast: 'form',
}

/** What a review of these signs is about; `form` for a sign of an earlier version. */
export const reviewReason = (signs: readonly string[]): ReviewReason =>
  reviewReasons[signs.find((sign): sign is Suspicion => Object.hasOwn(reviewReasons, sign)) ?? 'trap']
