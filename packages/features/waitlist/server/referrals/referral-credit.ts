import type { Db } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { inviteTarget, isExhausted } from '../../rules.ts'
import { friendMail } from '../mail/mail-jobs.ts'
import * as rank from '../position/position-queries.ts'
import * as queries from '../signup-queries.ts'
import * as credits from './referral-credit-queries.ts'

interface ConfirmedFriend {
  id: string
  inviterId: string
  /** Null for entries from before mailbox hashes. */
  mailboxHash: string | null
}

/** Locks the inviter, unless the goal is reached, so that concurrent friends count in order. Call it in a transaction. */
export async function creditInviter(db: Db, { id, inviterId, mailboxHash }: ConfirmedFriend) {
  const inviter = await queries.findSignup(db, inviterId)
  if (!inviter) return null
  const credit = isExhausted(inviter.confirmedFriends) ? 'goal_reached' : await applyCredit(db, { id, inviterId, mailboxHash })
  if (credit) await credits.setCredit(db, id, credit)
  return credit
}

async function applyCredit(db: Db, { id, inviterId, mailboxHash }: ConfirmedFriend) {
  const inviter = await queries.lockSignup(db, inviterId)
  if (!inviter) return null
  if (isExhausted(await rank.findCountedFriends(db, inviter.seat))) return 'goal_reached'
  if (mailboxHash !== null && !(await credits.insertMailboxCredit(db, { id, inviterId, mailboxHash }))) return 'repeated'
  const from = await rank.findPosition(db, inviterId)
  const friends = await rank.advanceForReferral(db, inviter.seat)
  if (friends === null) return 'goal_reached'
  const to = await rank.findPosition(db, inviterId)
  await queries.insertEvent(db, inviterId, 'friend_counted', { from, to, friends })
  if (friends === inviteTarget) await queries.insertEvent(db, inviterId, 'goal_reached')
  const hasMoved = from !== null && to !== null && to < from
  await enqueue(db, friendMail, { signupId: inviterId, friends, hasMoved }, { key: `${inviterId}-${friends}` })
  return 'counted'
}
