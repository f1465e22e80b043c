import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { enqueue } from '@duo/platform/server/jobs.ts'
import { signTicket } from '@duo/platform/server/ticket.ts'
import type { Context } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { ticketPurposes } from '../shell/tickets.ts'
import { insertAddress } from './credit-queries.ts'
import { welcomeMail } from './jobs.ts'
import * as queries from './queries.ts'
import * as rank from './rank-queries.ts'
import { mayWriteTo } from './reminder-service.ts'
import { isExhausted, membershipOf } from './rules.ts'
import { type JoinAnswer, type JoinInput, ticketLifetimes } from './schema.ts'
import { lookAt, mailboxHash } from './suspicion-service.ts'

type JoinWorld = Pick<Context, 'db' | 'secret' | 'userAgent' | 'clientAddress' | 'rateLimit' | 'sendsMail'>

/**
 * Puts an address on the list, once. One transaction: the entry, its event and its mail exist together or not at all.
 * An address that is already there gets a mail with its position, and the caller learns nothing else about it.
 */
export async function join(world: JoinWorld, input: JoinInput): Promise<JoinAnswer> {
  const outcome = await inTransaction(world.db, (db) => takeSeat(db, world, input))
  const said = { locale: input.language }
  switch (outcome.is) {
    case 'invalid_code':
      return {
        error: 'invalid_code',
        userExists: false,
        message: m.waitlist_invalid_code({}, said),
        data: null,
        ticket: null,
        mailed: false,
      }
    case 'known':
      await remind(world, outcome.known)
      return {
        error: null,
        userExists: true,
        message: m.waitlist_exists_message({}, said),
        data: null,
        ticket: null,
        mailed: world.sendsMail,
      }
    case 'joined':
      return {
        error: null,
        userExists: false,
        message: m.waitlist_joined_message({}, said),
        data: membershipOf({ ...outcome, confirmedFriends: 0 }),
        ticket: await signTicket(world.secret, {
          purpose: ticketPurposes.joined,
          subject: outcome.id,
          expiresIn: ticketLifetimes.joined,
        }),
        mailed: world.sendsMail,
      }
  }
}

async function takeSeat(db: Db, world: JoinWorld, { email, language, invitedByCode, trap, filledIn }: JoinInput) {
  const inviter = invitedByCode === null ? null : await queries.inviterByCode(db, invitedByCode)
  if (inviter === undefined || (inviter && isExhausted(inviter.confirmedFriends))) return { is: 'invalid_code' } as const

  await queries.takeTurn(db, email)
  const known = await queries.signupByEmail(db, email)
  if (known) return { is: 'known', known } as const

  const mailbox = mailboxHash(world.secret, email)
  const look = inviter && { email, mailboxHash: mailbox, clientAddress: world.clientAddress, trap, filledIn }
  const { suspicion, block } = look ? await lookAt(db, world.secret, look) : { suspicion: [], block: null }
  const entry = { id: uuid(), seat: await rank.drawSeat(db), referral_code: newReferralCode(), invited_by: inviter?.id ?? null }
  const how = { language, user_agent: world.userAgent, mailbox_hash: mailbox, suspicion }
  await queries.insertSignup(db, { ...entry, email, ...how })
  if (block !== null) await insertAddress(db, entry.id, block)
  const position = (await rank.positionOf(db, entry.id)) ?? entry.seat
  await queries.insertEvent(db, entry.id, 'joined', { position })
  await enqueue(db, welcomeMail, { signupId: entry.id, kind: 'joined' }, { key: `waitlist-joined-${entry.id}` })
  return { is: 'joined', id: entry.id, referralCode: entry.referral_code, position } as const
}

/** Tells the owner of the address where they stand; silent once they were told often enough for now. */
async function remind({ db, rateLimit }: JoinWorld, known: Parameters<typeof mayWriteTo>[1]) {
  if (!(await mayWriteTo(rateLimit, known))) return
  await enqueue(db, welcomeMail, { signupId: known.id, kind: 'already_there' }, { key: `waitlist-reminder-${known.id}` })
}

/** Crockford's base 32: no I, L, O, U, so a code can be read aloud and carries no word by accident. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten random letters, 50 bits: not guessable, and a repeat is improbable at ten million members. */
const newReferralCode = () => Array.from(randomBytes(10), (byte) => codeAlphabet[byte % 32]).join('')
