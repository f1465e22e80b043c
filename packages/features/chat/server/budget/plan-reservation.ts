import { estimateTokens } from '@duo/platform/server/model.ts'
import { monthOf } from '#billing/rules.ts'
import { isQuotaExhausted, maxReplyTokens } from '../../rules.ts'
import type { Usage } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import type { InsertedQuestion, PlanTokens } from '../insert-question-queries.ts'

/** Returns what a reply may cost at most. The offline engine costs nothing, so without a model nothing is limited. */
export const planTokens = ({ models }: Pick<ChatContext, 'models'>, { limit }: Usage, question: string): PlanTokens => ({
  tokens: estimateTokens(question.length) + maxReplyTokens,
  month: monthOf(new Date()),
  limit: limit === 'unlimited' || models.length === 0 ? null : limit,
})

export const isPlanSpent = ({ models }: Pick<ChatContext, 'models'>, usage: Usage) => models.length > 0 && isQuotaExhausted(usage)

/** Returns the usage as the reply sees it: concurrent replies have reserved what it may not use. */
export function withinReservation(usage: Usage, plan: PlanTokens, { reservedTokens }: InsertedQuestion): Usage {
  if (plan.limit === null || reservedTokens >= plan.tokens) return usage
  return { ...usage, used: Math.max(usage.used, plan.limit - reservedTokens) }
}
