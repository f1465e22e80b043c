import { type Db, inTransaction } from '@duo/db/index.ts'
import * as queries from '../admin/admin-queries.ts'
import { findInvitation, lockSignup } from '../signup-queries.ts'
import { creditInviter } from './referral-credit.ts'

/** What a decision did to an entry: the inviter may have reached the goal, have had this mailbox before, or be gone by now. */
export type ReviewOutcome = 'counted' | 'repeated' | 'goal_reached' | 'no_inviter' | 'refused' | 'not_in_review'

/** Entries whose credit waits, in the order of joining. */
export const listPendingReviews = (db: Db, reason?: string) => queries.listSignupsInReview(db, reason)

/** Gives the inviter the credit that waited, as if the friend had just confirmed: capped, with the mails. One transaction. */
export function approveCredit(db: Db, id: string): Promise<ReviewOutcome> {
  return inTransaction(db, async (tx) => {
    // the inviter is locked before the friend, as everywhere: an inviter who leaves at this moment could wait for us and we for them
    const inviterId = (await findInvitation(tx, id))?.inviterId
    if (inviterId) await lockSignup(tx, inviterId)
    const friend = await queries.lockCredit(tx, id)
    if (friend?.credit !== 'review') return 'not_in_review'
    const credit = friend.invited_by
      ? await creditInviter(tx, { id, inviterId: friend.invited_by, mailboxHash: friend.mailbox_hash })
      : null
    if (credit !== null) return credit
    await queries.updateCredit(tx, id, null)
    return 'no_inviter'
  })
}

/** Decides that the entry gives its inviter nothing. The person keeps their own place. */
export function rejectCredit(db: Db, id: string): Promise<ReviewOutcome> {
  return inTransaction(db, async (tx) => {
    const friend = await queries.lockCredit(tx, id)
    if (friend?.credit !== 'review') return 'not_in_review'
    await queries.updateCredit(tx, id, 'refused')
    return 'refused'
  })
}
