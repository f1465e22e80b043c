import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { mailboxOf } from '@duo/platform/shared/email.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { isDisposableEmail } from 'disposable-email-domains-js'
import { getDomain } from 'tldts'
import { type FraudSignal, minFillTimeMs, type ReviewReason } from '../../rules.ts'
import { largeProviders } from './mailbox-providers.ts'

/** Hashes the canonical mailbox, so that other spellings are recognized. */
export const mailboxHash = (secret: Keys, email: string) => keyedHash(secret, 'waitlist mailbox', mailboxOf(email))

/** Returns null when the IP is unknown. */
export const networkHash = (secret: Keys, clientAddress: string) =>
  clientAddress === 'unknown' ? null : keyedHash(secret, 'waitlist block', networkOf(clientAddress))

/** Hashes the registrable domain; null for large providers, whose users are unrelated. */
export function domainHash(secret: Keys, email: string) {
  const host = email.slice(email.lastIndexOf('@') + 1)
  const domain = getDomain(host) ?? host
  return largeProviders.has(domain) ? null : keyedHash(secret, 'waitlist domain', domain)
}

interface InvitedJoin {
  email: string
  honeypot: string | undefined
  fillTimeMs: number | undefined
}

/** `waitlist_join` adds `same_mailbox`. The network limit applies on confirmation: entering addresses must not trigger it. */
export function detectFraudSignals({ email, honeypot, fillTimeMs }: InvitedJoin): FraudSignal[] {
  const signals: Record<Exclude<FraudSignal, 'address_velocity' | 'same_mailbox'>, boolean> = {
    disposable_domain: isDisposableEmail(email),
    honeypot: Boolean(honeypot),
    too_fast: fillTimeMs !== undefined && fillTimeMs < minFillTimeMs,
  }
  return keysOf(signals).filter((name) => signals[name])
}

const reviewReasons: Record<FraudSignal, ReviewReason> = {
  disposable_domain: 'mailbox',
  same_mailbox: 'mailbox',
  address_velocity: 'network',
  honeypot: 'form',
  too_fast: 'form',
}

export const reviewReason = (signals: readonly string[]): ReviewReason =>
  reviewReasons[signals.find((signal): signal is FraudSignal => Object.hasOwn(reviewReasons, signal)) ?? 'honeypot']
