import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { Context } from '@duo/platform/server/trpc.ts'
import { stringify, validate } from 'uuid'
import { usualFromOneBlock } from '../../rules.ts'
import {
  type ConfirmAnswer,
  type DownloadAnswer,
  type EraseAnswer,
  type LinkAnswer,
  type SendLinkOfAnswer,
  type StatusAnswer,
  type SubscribeAnswer,
  ticketLifetimes,
  type UnsubscribeAnswer,
} from '../../schema.ts'
import { entryTickets, ticketPurposes } from '../../tickets.ts'
import { linkMail } from '../mail/mail-jobs.ts'
import { mayWriteTo } from '../mail/mail-throttle.ts'
import { giveCredit } from '../referrals/referral-credit.ts'
import { addSuspicion, isFromCrowd, setCredit } from '../referrals/referral-credit-queries.ts'
import * as queries from '../signup-queries.ts'
import { eraseSignup } from './delete-entry.ts'
import { membershipStatus, statusOf } from './entry-status.ts'
import { giveToOwner } from './link-account-queries.ts'

type MemberWorld = Pick<Context, 'db' | 'secret' | 'publicUrl'>

/** The one answer to every ticket that opens nothing. */
const refused = { error: 'invalid_ticket' } as const

/** The entry that a ticket of one of these purposes names; null for every other ticket. The entry may be gone since. */
async function open({ secret }: MemberWorld, purposes: string | readonly string[], ticket: string) {
  const read = await readTicket(secret, purposes, ticket)
  if (!read || !validate(read.subject)) return null
  const { subject: id, purpose, generation } = read
  return { id, purpose, generation, proven: purpose === ticketPurposes.member }
}

/** The entry that a ticket opens; undefined when the entry is gone, or the ticket was revoked. */
async function opensNow({ db }: MemberWorld, { id, generation }: { id: string; generation: number }) {
  const entry = await queries.signupById(db, id)
  return entry?.ticketGeneration === generation ? entry : undefined
}

/**
 * Confirms an address, once: the link is then used up. The page that did it gets the same answer for an hour by its key, so that nothing is
 * lost with an answer; everybody else learns no more than that it is done.
 */
export async function confirm(
  world: MemberWorld,
  { ticket, key }: { ticket: string; key?: string | undefined },
): Promise<ConfirmAnswer> {
  const opened = await open(world, ticketPurposes.confirm, ticket)
  if (!opened) return refused
  const { id } = opened
  const keyHash = key === undefined ? null : keyedHash(world.secret, 'waitlist confirm key', key)
  const outcome = await inTransaction(world.db, (db) => confirmEntry(db, id, keyHash))
  if (!outcome) return refused
  const isRepeated = outcome === 'was confirmed' && keyHash !== null && (await queries.wasConfirmedBy(world.db, id, keyHash))
  if (outcome === 'was confirmed' && !isRepeated) return { error: 'already_confirmed' }
  const generation = await queries.ticketGeneration(world.db, id)
  if (generation === undefined) return refused
  const member = { purpose: ticketPurposes.member, subject: id, expiresIn: ticketLifetimes.member, generation }
  return { error: null, ticket: await signTicket(world.secret, member) }
}

/**
 * Marks an entry as confirmed, gives it to the account of its address, if there is one, and its inviter the credit, once; null when it is
 * gone. Call it inside a transaction.
 */
export async function confirmEntry(db: Db, id: string, keyHash: string | null = null) {
  const invitation = await queries.invitationOf(db, id)
  if (!invitation) return null
  const { inviterId, mailboxHash, suspicion } = invitation
  const counts = inviterId !== null && suspicion.length === 0
  // inviters are locked before their friends, here and when somebody is erased; the other way round two could wait for each other
  if (counts) await queries.lockSignup(db, inviterId)
  if (!(await queries.confirmSignup(db, id, keyHash))) return 'was confirmed'
  await queries.insertEvent(db, id, 'confirmed')
  await giveToOwner(db, id)
  if (inviterId === null) return 'confirmed'
  const isOneTooMany = counts && (await isFromCrowd(db, { id, inviterId, usual: usualFromOneBlock }))
  if (isOneTooMany) await addSuspicion(db, id, 'address_velocity')
  if (counts && !isOneTooMany) await giveCredit(db, { id, inviterId, mailboxHash })
  else await setCredit(db, id, 'review')
  return 'confirmed'
}

/** Everything about the ticket's entry; only where it stands to whoever typed an address that its owner has confirmed. */
export async function status(world: MemberWorld, ticket: string): Promise<StatusAnswer> {
  const opened = await open(world, entryTickets, ticket)
  const found = opened && (await statusOf(world.db, world.publicUrl, opened.id, { generation: opened.generation }))
  if (!found) return refused
  const { proven } = opened
  return { error: null, status: found.confirmed && !proven ? membershipStatus(found) : { ...found, proven } }
}

type LinkWorld = Pick<Context, 'db' | 'rateLimit' | 'sendsMail' | 'locale' | 'secret'>

/**
 * Mails the status link to an address on the list. Whether it is on the list is neither said nor shown by the time it takes: for an address
 * that is not, the same is counted and queued under an id that belongs to no entry, and the job finds nobody to write to.
 */
export async function sendStatusLink(world: LinkWorld, email: string): Promise<LinkAnswer> {
  const { db, rateLimit, sendsMail, locale, secret } = world
  // made for every address: also the hash takes its time
  const nobody = { id: idOfNobody(secret, email), unsubscribedAt: null }
  const entry = (await queries.signupByEmail(db, email)) ?? nobody
  if (await mayWriteTo(rateLimit, entry)) {
    await enqueue(db, linkMail, { signupId: entry.id, kind: 'asked' }, { key: `waitlist-link-${entry.id}` })
  }
  return { error: null, message: m.waitlist_exists_message({}, { locale }), mailed: sendsMail }
}

/** Mails the status link to the mailbox that a confirmation link came from, which anybody may hold by now. */
export async function sendLinkOf(world: LinkWorld & MemberWorld, ticket: string): Promise<SendLinkOfAnswer> {
  const opened = await open(world, ticketPurposes.confirm, ticket)
  const entry = opened && (await queries.signupById(world.db, opened.id))
  if (!entry) return refused
  if (await mayWriteTo(world.rateLimit, entry))
    await enqueue(world.db, linkMail, { signupId: entry.id, kind: 'asked' }, { key: `waitlist-link-${entry.id}` })
  return { error: null, mailed: world.sendsMail }
}

/** Revokes every ticket that opens the entry, on all devices and in all mails; a link asked for afterwards opens it again. */
export async function signOutEverywhere(world: MemberWorld, ticket: string): Promise<EraseAnswer> {
  const opened = await openToOwner(world, ticket)
  if (opened.error !== null) return opened
  await queries.revokeTickets(world.db, opened.entry.id)
  return { error: null }
}

/** A UUID (version 8) that always is the same for an address, and no entry's. */
function idOfNobody(secret: Context['secret'], email: string): string {
  const bytes = Buffer.from(keyedHash(secret, 'waitlist nobody', email), 'base64url')
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return stringify(bytes)
}

/** The entry that a ticket may download or delete: its own, and once the address is confirmed only with a ticket that came by mail. */
async function openToOwner(world: MemberWorld, ticket: string) {
  const opened = await open(world, entryTickets, ticket)
  const entry = opened && (await opensNow(world, opened))
  if (!entry) return refused
  return entry.confirmedAt !== null && !opened.proven ? ({ error: 'needs_mail' } as const) : { error: null, entry }
}

/** Deletes the entry and everything that hangs on it. */
export async function erase(world: MemberWorld, ticket: string): Promise<EraseAnswer> {
  const opened = await openToOwner(world, ticket)
  if (opened.error !== null) return opened
  await eraseSignup(world.db, opened.entry.id)
  return { error: null }
}

/** Everything the waitlist stores about the person, friends masked. */
export async function download(world: MemberWorld, ticket: string): Promise<DownloadAnswer> {
  const opened = await openToOwner(world, ticket)
  if (opened.error !== null) return opened
  const entry = await stored(world, opened.entry.id)
  return entry ? { error: null, entry } : refused
}

/** Everything the waitlist stores about an entry, friends masked; null when it is gone. */
export async function stored({ db, publicUrl }: Pick<MemberWorld, 'db' | 'publicUrl'>, id: string) {
  const [row, status] = await Promise.all([queries.storedSignup(db, id), statusOf(db, publicUrl, id, { whole: true })])
  return row && status ? { ...row, ...status } : null
}

/** Stops all mails but those the person asks for. */
export async function unsubscribe(world: MemberWorld, ticket: string): Promise<UnsubscribeAnswer> {
  const opened = await open(world, [ticketPurposes.unsubscribe, ticketPurposes.member], ticket)
  // the way out of a mail holds whatever was revoked
  const isRevoked = opened?.proven && !(await opensNow(world, opened))
  const known = opened && !isRevoked && (await inTransaction(world.db, (db) => stopMails(db, opened.id)))
  return known ? { error: null } : refused
}

/**
 * Starts mails again. Only with a ticket that came by mail: whoever merely typed the address must not take back what its owner decided.
 */
export async function subscribe(world: MemberWorld, ticket: string): Promise<SubscribeAnswer> {
  const opened = await open(world, entryTickets, ticket)
  const entry = opened && (await opensNow(world, opened))
  if (!entry) return refused
  if (!opened.proven) return { error: 'needs_mail' }
  await inTransaction(world.db, async (db) => {
    if (await queries.resubscribeSignup(db, entry.id)) await queries.insertEvent(db, entry.id, 'subscribed')
  })
  return { error: null }
}

async function stopMails(db: Db, id: string): Promise<boolean> {
  if (await queries.unsubscribeSignup(db, id)) {
    await queries.insertEvent(db, id, 'unsubscribed')
    return true
  }
  return (await queries.signupById(db, id)) !== undefined
}
