import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { stringify, validate } from 'uuid'
import { maxJoinsPerNetwork } from '../../rules.ts'
import {
  type ConfirmResult,
  type DownloadResult,
  type EraseResult,
  type LinkResult,
  type SendLinkOfResult,
  type StatusResult,
  type SubscribeResult,
  ticketLifetimes,
  type UnsubscribeResult,
} from '../../schema.ts'
import { entryTickets, ticketPurposes } from '../../tickets.ts'
import { linkMail } from '../mail/mail-jobs.ts'
import { consumeMailLimit } from '../mail/mail-throttle.ts'
import { creditInviter } from '../referrals/referral-credit.ts'
import { addFraudSignal, exceedsNetworkLimit, setCredit } from '../referrals/referral-credit-queries.ts'
import * as queries from '../signup-queries.ts'
import { eraseSignup } from './delete-entry.ts'
import { buildStatus, membershipStatus } from './entry-status.ts'
import { linkSignupToVerifiedUser } from './link-account-queries.ts'

type EntryContext = Pick<RequestContext, 'db' | 'secret' | 'publicUrl'>

const invalidTicket = { error: 'invalid_ticket' } as const

/** Returns null for an invalid ticket or another purpose. The entry may have been deleted since. */
async function resolveTicket({ secret }: EntryContext, purposes: string | readonly string[], ticket: string) {
  const content = readTicket(secret, purposes, ticket)
  if (!content || !validate(content.subject)) return null
  const { subject: id, purpose, generation } = content
  return { id, purpose, generation, proven: purpose === ticketPurposes.member }
}

async function findOpenEntry({ db }: EntryContext, { id, generation }: { id: string; generation: number }) {
  const entry = await queries.findSignup(db, id)
  return entry?.ticketGeneration === generation ? entry : undefined
}

/** Confirms once. For an hour, the same page gets the same response by its key, in case one was lost. */
export async function confirm(
  context: EntryContext,
  { ticket, key }: { ticket: string; key?: string | undefined },
): Promise<ConfirmResult> {
  const resolved = await resolveTicket(context, ticketPurposes.confirm, ticket)
  if (!resolved) return invalidTicket
  const { id } = resolved
  const keyHash = key === undefined ? null : keyedHash(context.secret, 'waitlist confirm key', key)
  const outcome = await inTransaction(context.db, (db) => confirmEntry(db, id, keyHash))
  if (!outcome) return invalidTicket
  const isRepeated = outcome === 'was confirmed' && keyHash !== null && (await queries.wasConfirmedBy(context.db, id, keyHash))
  if (outcome === 'was confirmed' && !isRepeated) return { error: 'already_confirmed' }
  const generation = await queries.findTicketGeneration(context.db, id)
  if (generation === undefined) return invalidTicket
  const member = { purpose: ticketPurposes.member, subject: id, expiresIn: ticketLifetimes.member, generation }
  return { error: null, ticket: signTicket(context.secret, member) }
}

/** Confirms an entry, links it to a verified account and credits the inviter. Null when it is gone. Call it in a transaction. */
export async function confirmEntry(db: Db, id: string, keyHash: string | null = null) {
  const invitation = await queries.findInvitation(db, id)
  if (!invitation) return null
  const { inviterId, mailboxHash, fraud_signals } = invitation
  const countsForInviter = inviterId !== null && fraud_signals.length === 0
  // lock inviters before their friends, here and in erasure, to avoid deadlocks
  if (countsForInviter) await queries.lockSignup(db, inviterId)
  if (!(await queries.confirmSignup(db, id, keyHash))) return 'was confirmed'
  await queries.insertEvent(db, id, 'confirmed')
  await linkSignupToVerifiedUser(db, id)
  if (inviterId === null) return 'confirmed'
  const isOneTooMany = countsForInviter && (await exceedsNetworkLimit(db, { id, inviterId, maxFriends: maxJoinsPerNetwork }))
  if (isOneTooMany) await addFraudSignal(db, id, 'address_velocity')
  if (countsForInviter && !isOneTooMany) await creditInviter(db, { id, inviterId, mailboxHash })
  else await setCredit(db, id, 'review')
  return 'confirmed'
}

export async function status(context: EntryContext, ticket: string): Promise<StatusResult> {
  const resolved = await resolveTicket(context, entryTickets, ticket)
  const entryStatus =
    resolved && (await buildStatus(context.db, context.publicUrl, resolved.id, { generation: resolved.generation }))
  if (!entryStatus) return invalidTicket
  const { proven } = resolved
  return { error: null, status: entryStatus.confirmed && !proven ? membershipStatus(entryStatus) : { ...entryStatus, proven } }
}

type LinkContext = Pick<RequestContext, 'db' | 'rateLimit' | 'sendsMail' | 'locale' | 'secret'>

/** Mails the status link. An unknown address takes the same time: it is counted and queued under a placeholder id. */
export async function sendStatusLink(context: LinkContext, email: string): Promise<LinkResult> {
  const { db, rateLimit, sendsMail, locale, secret } = context
  // computed for every address, because the hash takes time
  const placeholder = { id: placeholderId(secret, email), unsubscribedAt: null }
  const entry = (await queries.findSignupByEmail(db, email)) ?? placeholder
  if (await consumeMailLimit(rateLimit, entry)) {
    await enqueue(db, linkMail, { signupId: entry.id, kind: 'asked' }, { key: `waitlist-link-${entry.id}` })
  }
  return { error: null, message: m.waitlist_exists_message({}, { locale }), mailed: sendsMail }
}

/** Mails the status link to the mailbox of a confirmation link, which others may read by now. */
export async function sendLinkOf(context: LinkContext & EntryContext, ticket: string): Promise<SendLinkOfResult> {
  const resolved = await resolveTicket(context, ticketPurposes.confirm, ticket)
  const entry = resolved && (await queries.findSignup(context.db, resolved.id))
  if (!entry) return invalidTicket
  if (await consumeMailLimit(context.rateLimit, entry))
    await enqueue(context.db, linkMail, { signupId: entry.id, kind: 'asked' }, { key: `waitlist-link-${entry.id}` })
  return { error: null, mailed: context.sendsMail }
}

export async function signOutEverywhere(context: EntryContext, ticket: string): Promise<EraseResult> {
  const resolved = await resolveOwnerTicket(context, ticket)
  if (resolved.error !== null) return resolved
  await queries.revokeTickets(context.db, resolved.entry.id)
  return { error: null }
}

/** A UUID (version 8) derived from the e-mail, which no entry has. */
function placeholderId(secret: RequestContext['secret'], email: string): string {
  const bytes = Buffer.from(keyedHash(secret, 'waitlist nobody', email), 'base64url')
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return stringify(bytes)
}

async function resolveOwnerTicket(context: EntryContext, ticket: string) {
  const resolved = await resolveTicket(context, entryTickets, ticket)
  const entry = resolved && (await findOpenEntry(context, resolved))
  if (!entry) return invalidTicket
  return entry.confirmedAt !== null && !resolved.proven ? ({ error: 'needs_mail' } as const) : { error: null, entry }
}

export async function eraseEntry(context: EntryContext, ticket: string): Promise<EraseResult> {
  const resolved = await resolveOwnerTicket(context, ticket)
  if (resolved.error !== null) return resolved
  await eraseSignup(context.db, resolved.entry.id)
  return { error: null }
}

export async function downloadEntry(context: EntryContext, ticket: string): Promise<DownloadResult> {
  const resolved = await resolveOwnerTicket(context, ticket)
  if (resolved.error !== null) return resolved
  const entry = await exportEntry(context, resolved.entry.id)
  return entry ? { error: null, entry } : invalidTicket
}

export async function exportEntry({ db, publicUrl }: Pick<EntryContext, 'db' | 'publicUrl'>, id: string) {
  const [row, status] = await Promise.all([queries.findSignupForExport(db, id), buildStatus(db, publicUrl, id, { whole: true })])
  return row && status ? { ...row, ...status } : null
}

export async function unsubscribe(context: EntryContext, ticket: string): Promise<UnsubscribeResult> {
  const resolved = await resolveTicket(context, [ticketPurposes.unsubscribe, ticketPurposes.member], ticket)
  const isRevoked = resolved?.proven && !(await findOpenEntry(context, resolved))
  const entry = resolved && !isRevoked && (await inTransaction(context.db, (db) => stopMails(db, resolved.id)))
  return entry ? { error: null, isInvited: entry.invitedAt !== null } : invalidTicket
}

/** Requires a mailed ticket: the browser that entered the address must not undo its owner's decision. */
export async function subscribe(context: EntryContext, ticket: string): Promise<SubscribeResult> {
  const resolved = await resolveTicket(context, entryTickets, ticket)
  const entry = resolved && (await findOpenEntry(context, resolved))
  if (!entry) return invalidTicket
  if (!resolved.proven) return { error: 'needs_mail' }
  await inTransaction(context.db, async (db) => {
    if (await queries.resubscribeSignup(db, entry.id)) await queries.insertEvent(db, entry.id, 'subscribed')
  })
  return { error: null }
}

async function stopMails(db: Db, id: string) {
  if (await queries.unsubscribeSignup(db, id)) await queries.insertEvent(db, id, 'unsubscribed')
  return queries.findSignup(db, id)
}
