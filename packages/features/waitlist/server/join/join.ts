import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { findEffect, type IdempotentCall, idempotentCall, replaceEffect } from '@duo/platform/server/idempotency.ts'
import { enqueue, enqueueWithin, wake } from '@duo/platform/server/jobs/enqueue.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { randomCode } from '@duo/platform/shared/text/typed-code.ts'
import { v7 as uuid } from 'uuid'
import { joinIdentity } from '../../join-identity.ts'
import { membershipOf } from '../../rules.ts'
import { type JoinInput, type JoinResult, ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import { welcomeMail } from '../mail/mail-jobs.ts'
import { consumeMailLimit } from '../mail/mail-throttle.ts'
import * as queries from '../signup-queries.ts'
import { insertSignup, isJoined, type JoinMail } from './join-queries.ts'
import { detectFraudSignals, domainHash, mailboxHash, networkHash } from './referral-fraud.ts'

type JoinContext = Pick<
  RequestContext,
  'db' | 'secret' | 'userAgent' | 'clientAddress' | 'rateLimit' | 'sendsMail' | 'idempotencyKey'
>

/** Adds an e-mail once; a known one only gets a mail with its position. Throws `conflict` when the key had other input. */
export async function join(context: JoinContext, input: JoinInput): Promise<JoinResult> {
  const outcome = await createSignup(context, input)
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
        ticket: signTicket(context.secret, {
          purpose: ticketPurposes.joined,
          subject: outcome.id,
          expiresIn: ticketLifetimes.joined,
        }),
        mailed: context.sendsMail,
      }
  }
}

async function createSignup(context: JoinContext, input: JoinInput) {
  const { email, language, invitedByCode, honeypot, fillTimeMs, ...undecided } = input
  undecided satisfies Record<string, never>
  const { db, secret, userAgent, clientAddress } = context
  const isInvited = invitedByCode !== null
  const entry = {
    id: uuid(),
    email,
    language,
    referral_code: newReferralCode(),
    user_agent: userAgent,
    mailbox_hash: mailboxHash(secret, email),
    network: isInvited ? networkHash(secret, clientAddress) : null,
    domain: domainHash(secret, email),
    inviterCode: invitedByCode,
    fraud_signals: isInvited ? detectFraudSignals({ email, honeypot, fillTimeMs }) : [],
  }
  const call = idempotentCall(context, 'waitlist.join', joinIdentity(input))
  const mail = await enqueueWithin(db, welcomeMail, { signupId: entry.id, kind: 'joined' }, isJoined)
  const first = await insertSignup(db, entry, { call, mail })
  const result = call && first.outcome === 'repeated' ? await inTransaction(db, (tx) => repeatJoin(tx, entry, call, mail)) : first
  if (result.outcome === 'earlier') return { status: 'joined', ...result.earlier } as const
  if (result.outcome === 'exists') return { status: 'already_joined', existing: result.existing } as const
  if (result.outcome !== 'joined') return { status: 'invalid_code' } as const
  wake(db, welcomeMail)
  const { id, referral_code: referralCode } = entry
  return { status: 'joined', id, referralCode, position: result.position, confirmedFriends: 0 } as const
}

/** Returns the entry that the earlier call stored. Joins now if that call stored none, or it is gone. */
async function repeatJoin(tx: Db, entry: Parameters<typeof insertSignup>[1], call: IdempotentCall, mail: JoinMail) {
  // locks the e-mail, so that of two repetitions the second finds what the first has stored
  const again = await insertSignup(tx, entry, { call, mail })
  if (again.outcome !== 'repeated') return again
  const effect = await findEffect(tx, call)
  const earlier = effect?.effectId ? await queries.findJoinedSignup(tx, effect.effectId) : undefined
  if (earlier) return { outcome: 'earlier', earlier } as const
  await replaceEffect(tx, call, entry.id)
  return insertSignup(tx, entry, { call: null, mail })
}

async function sendAlreadyJoinedMail({ db, rateLimit }: JoinContext, existing: Parameters<typeof consumeMailLimit>[1]) {
  if (!(await consumeMailLimit(rateLimit, existing))) return
  await enqueue(db, welcomeMail, { signupId: existing.id, kind: 'already_there' }, { key: `waitlist-reminder-${existing.id}` })
}

/** 50 random bits: not guessable, and collisions are improbable at ten million members. */
const newReferralCode = () => randomCode(10)
