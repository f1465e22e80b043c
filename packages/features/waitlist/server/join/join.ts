import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { findEffect, idempotentCall, replaceEffect } from '@duo/platform/server/idempotency.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { isExhausted, membershipOf } from '../../rules.ts'
import { type JoinAnswer, type JoinInput, ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import { welcomeMail } from '../mail/mail-jobs.ts'
import { consumeMailLimit } from '../mail/mail-throttle.ts'
import * as queries from '../signup-queries.ts'
import { insertSignup } from './join-queries.ts'
import { detectFraudSignals, domainHash, mailboxHash, networkHash } from './referral-fraud.ts'

type JoinContext = Pick<
  RequestContext,
  'db' | 'secret' | 'userAgent' | 'clientAddress' | 'rateLimit' | 'sendsMail' | 'idempotencyKey'
>

/** Adds an e-mail once; a known one only gets a mail with its position. Throws `conflict` when the key had other input. */
export async function join(context: JoinContext, input: JoinInput): Promise<JoinAnswer> {
  const outcome = await inTransaction(context.db, (db) => createSignup(db, context, input))
  const localeOptions = { locale: input.language }
  switch (outcome.status) {
    case 'invalid_code':
      return {
        error: 'invalid_code',
        userExists: false,
        message: m.waitlist_invalid_code({}, localeOptions),
        data: null,
        ticket: null,
        mailed: false,
      }
    case 'already_joined':
      await sendAlreadyJoinedMail(context, outcome.existing)
      return {
        error: null,
        userExists: true,
        message: m.waitlist_exists_message({}, localeOptions),
        data: null,
        ticket: null,
        mailed: context.sendsMail,
      }
    case 'joined':
      return {
        error: null,
        userExists: false,
        message: m.waitlist_joined_message({}, localeOptions),
        data: membershipOf(outcome),
        ticket: await signTicket(context.secret, {
          purpose: ticketPurposes.joined,
          subject: outcome.id,
          expiresIn: ticketLifetimes.joined,
        }),
        mailed: context.sendsMail,
      }
  }
}

async function createSignup(db: Db, context: JoinContext, { email, language, invitedByCode, trap, filledIn }: JoinInput) {
  const id = uuid()
  const network = invitedByCode === null ? null : networkHash(context.secret, context.clientAddress)
  const earlierSignup = await acquireLocks(db, context, { id, email, language, invitedByCode })
  if (earlierSignup) return { status: 'joined', ...earlierSignup } as const

  const inviter = invitedByCode === null ? null : await queries.findInviterByCode(db, invitedByCode)
  if (inviter === undefined || (inviter && isExhausted(inviter.confirmedFriends))) return { status: 'invalid_code' } as const
  const mailbox = mailboxHash(context.secret, email)
  const fraudSignals = inviter
    ? await detectFraudSignals(db, { email, mailboxHash: mailbox, honeypot: trap, fillTimeMs: filledIn })
    : []
  const entry = { id, email, language, referral_code: newReferralCode(), invited_by: inviter?.id ?? null }
  const metadata = {
    user_agent: context.userAgent,
    mailbox_hash: mailbox,
    fraud_signals: fraudSignals,
    network,
    domain: domainHash(context.secret, email),
  }
  const { existing, position } = await insertSignup(db, { ...entry, ...metadata })
  if (existing) return { status: 'already_joined', existing } as const
  await enqueue(db, welcomeMail, { signupId: id, kind: 'joined' })
  return { status: 'joined', id, referralCode: entry.referral_code, position, confirmedFriends: 0 } as const
}

type LockInput = Pick<JoinInput, 'email' | 'language' | 'invitedByCode'> & { id: string }

/** Serializes joins of an e-mail. Returns the entry that an earlier copy of this call created, if it still exists. */
async function acquireLocks(db: Db, context: JoinContext, { id, ...input }: LockInput) {
  const keys = [input.email]
  const call = idempotentCall(context, 'waitlist.join', input)
  if (!call) return void (await queries.acquireLocks(db, keys))
  if (await queries.acquireLocksOnce(db, keys, call, id)) return
  const effect = await findEffect(db, call)
  const entry = effect?.effectId ? await queries.findJoinedSignup(db, effect.effectId) : undefined
  if (!entry) await replaceEffect(db, call, id)
  return entry
}

async function sendAlreadyJoinedMail({ db, rateLimit }: JoinContext, existing: Parameters<typeof consumeMailLimit>[1]) {
  if (!(await consumeMailLimit(rateLimit, existing))) return
  await enqueue(db, welcomeMail, { signupId: existing.id, kind: 'already_there' }, { key: `waitlist-reminder-${existing.id}` })
}

/** Crockford's base 32, without I, L, O and U: readable aloud, and free of accidental words. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits: not guessable, and collisions are improbable at ten million members. */
const newReferralCode = () => Array.from(randomBytes(10), (byte) => codeAlphabet[byte % 32]).join('')
