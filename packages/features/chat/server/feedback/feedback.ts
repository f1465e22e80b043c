import { AppError } from '@duo/platform/shared/errors.ts'
import { isRateable } from '../../rules.ts'
import type { Feedback, RateResult } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import { findShownMessage } from '../message-queries.ts'
import { setFeedback } from './feedback-queries.ts'

interface Rating {
  messageId: string
  vote: Feedback['vote'] | null
  reason: string | null
}

/** Stores the user's vote; null removes it. Throws `not_found` if the reply is running or cannot be rated. */
export async function rate({ db, user }: ChatContext, { messageId, vote, reason }: Rating): Promise<RateResult> {
  const reply = await findShownMessage(db, { id: messageId, userId: user.id })
  if (!reply || reply.status === 'running' || !isRateable(reply)) throw new AppError('not_found')
  const feedback = vote && { vote, reason: vote === 'down' ? reason : null }
  await setFeedback(db, messageId, feedback)
  return { feedback }
}
