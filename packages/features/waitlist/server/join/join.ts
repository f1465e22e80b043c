import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { findEffect, idempotentCall, replaceEffect } from '@duo/platform/server/idempotency.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { Context } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { isExhausted, membershipOf } from '../../rules.ts'
import { type JoinAnswer, type JoinInput, ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import { welcomeMail } from '../mail/mail-jobs.ts'
import { mayWriteTo } from '../mail/mail-throttle.ts'
import * as queries from '../signup-queries.ts'
import { enter } from './join-queries.ts'
import { blockHash, domainHash, lookAt, mailboxHash } from './referral-fraud.ts'

type JoinWorld = Pick<Context, 'db' | 'secret' | 'userAgent' | 'clientAddress' | 'rateLimit' | 'sendsMail' | 'idempotencyKey'>

/**
 * Puts an address on the list, once. One transaction: the entry, its event and its mail exist together or not at all.
 * An address that is already there gets a mail with its position, and the caller learns nothing else about it. A call that is repeated
 * under its idempotency key gets the answer of the first again. Throws `conflict` when the key was another join's.
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
        data: membershipOf(outcome),
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
  const id = uuid()
  const block = invitedByCode === null ? null : blockHash(world.secret, world.clientAddress)
  const repeated = await takeTurns(db, world, { id, email, language, invitedByCode })
  if (repeated) return { is: 'joined', ...repeated } as const

  const inviter = invitedByCode === null ? null : await queries.inviterByCode(db, invitedByCode)
  if (inviter === undefined || (inviter && isExhausted(inviter.confirmedFriends))) return { is: 'invalid_code' } as const
  const mailbox = mailboxHash(world.secret, email)
  const suspicion = inviter ? await lookAt(db, { email, mailboxHash: mailbox, trap, filledIn }) : []
  const entry = { id, email, language, referral_code: newReferralCode(), invited_by: inviter?.id ?? null }
  const how = { user_agent: world.userAgent, mailbox_hash: mailbox, suspicion, block, domain: domainHash(world.secret, email) }
  const { known, position } = await enter(db, { ...entry, ...how })
  if (known) return { is: 'known', known } as const
  await enqueue(db, welcomeMail, { signupId: id, kind: 'joined' })
  return { is: 'joined', id, referralCode: entry.referral_code, position, confirmedFriends: 0 } as const
}

type Turn = Pick<JoinInput, 'email' | 'language' | 'invitedByCode'> & { id: string }

/**
 * Makes joins of the same address wait for one another. Returns the entry that the same call made
 * before, when it is still there; undefined when there is something to do.
 */
async function takeTurns(db: Db, world: JoinWorld, { id, ...input }: Turn) {
  const keys = [input.email]
  const call = idempotentCall(world, 'waitlist.join', input)
  if (!call) return void (await queries.takeTurns(db, keys))
  if (await queries.takeTurnsOnce(db, keys, call, id)) return
  const effect = await findEffect(db, call)
  const entry = effect?.effectId ? await queries.joinedSignup(db, effect.effectId) : undefined
  if (!entry) await replaceEffect(db, call, id)
  return entry
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
