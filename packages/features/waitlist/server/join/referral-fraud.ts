import type { Db } from '@duo/db/index.ts'
import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { mailboxOf } from '@duo/platform/shared/email.ts'
import { isDisposableEmail } from 'disposable-email-domains-js'
import { getDomain } from 'tldts'
import { type FraudSignal, minFillTimeMs, type ReviewReason } from '../../rules.ts'
import { isMailboxKnown } from '../referrals/referral-credit-queries.ts'
import { largeProviders } from './mailbox-providers.ts'

/** What is stored of a mailbox to recognise it, however its address is written. */
export const mailboxHash = (secret: Keys, email: string) => keyedHash(secret, 'waitlist mailbox', mailboxOf(email))

/** What is stored of where an invited person joined from; null for 'unknown', where there is no address: that is nobody's block. */
export const networkHash = (secret: Keys, clientAddress: string) =>
  clientAddress === 'unknown' ? null : keyedHash(secret, 'waitlist block', networkOf(clientAddress))

/** What is stored of a mailbox's registrable domain, whatever stands before it; null for a large provider's, which says nothing. */
export function domainHash(secret: Keys, email: string) {
  const host = email.slice(email.lastIndexOf('@') + 1)
  const domain = getDomain(host) ?? host
  return largeProviders.has(domain) ? null : keyedHash(secret, 'waitlist domain', domain)
}

interface InvitedJoin {
  email: string
  mailboxHash: string
  honeypot: string | undefined
  fillTimeMs: number | undefined
}

/**
 * What is odd about an invited join. Nothing here keeps anybody off the list: the inviter's credit waits until an operator has looked. How
 * many come from one place is looked at when they confirm (`exceedsNetworkLimit`): strangers who only type addresses could spoil an invitation.
 */
export async function detectFraudSignals(
  db: Db,
  { email, mailboxHash, honeypot, fillTimeMs }: InvitedJoin,
): Promise<FraudSignal[]> {
  const signals: Record<Exclude<FraudSignal, 'address_velocity'>, boolean> = {
    disposable_domain: isDisposableEmail(email),
    same_mailbox: await isMailboxKnown(db, mailboxHash),
    trap: Boolean(honeypot),
    too_fast: fillTimeMs !== undefined && fillTimeMs < minFillTimeMs,
  }
  return Object.entries(signals).flatMap(([name, isPresent]) => (isPresent ? [name as FraudSignal] : []))
}

const reviewReasons: Record<FraudSignal, ReviewReason> = {
  disposable_domain: 'mailbox',
  same_mailbox: 'mailbox',
  address_velocity: 'network',
  trap: 'form',
  too_fast: 'form',
}

/** What a review of these signs is about; `form` for a sign of an earlier version. */
export const reviewReason = (signals: readonly string[]): ReviewReason =>
  reviewReasons[signals.find((signal): signal is FraudSignal => Object.hasOwn(reviewReasons, signal)) ?? 'trap']
