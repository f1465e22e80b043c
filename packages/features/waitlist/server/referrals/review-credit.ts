import { type Db, inTransaction } from '@duo/db/index.ts'
import * as queries from '../admin/admin-queries.ts'
import { findInvitation, lockSignup } from '../signup-queries.ts'
import { creditInviter } from './referral-credit.ts'

/** The inviter may have reached the goal, had this mailbox before, or be gone. */
export type ReviewOutcome = 'counted' | 'repeated' | 'goal_reached' | 'no_inviter' | 'refused' | 'not_in_review'

export const listPendingReviews = (db: Db, reason?: string) => queries.listSignupsInReview(db, reason)

/** Credits the inviter as if the friend had just confirmed, in one transaction. */
export function approveCredit(db: Db, id: string): Promise<ReviewOutcome> {
  return inTransaction(db, async (tx) => {
    // lock the inviter before the friend, as everywhere, to avoid deadlocks
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

export function rejectCredit(db: Db, id: string): Promise<ReviewOutcome> {
  return inTransaction(db, async (tx) => {
    const friend = await queries.lockCredit(tx, id)
    if (friend?.credit !== 'review') return 'not_in_review'
    await queries.updateCredit(tx, id, 'refused')
    return 'refused'
  })
}
