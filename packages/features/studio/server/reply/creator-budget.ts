import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { TokenBudget } from '@duo/platform/server/model.ts'
import { addTokens, findTokenUsage } from '../../../billing/server/plans.ts'

/**
 * What a reply may cost: the tokens of the installation's budget, which also count towards the creator's plan. Replies at the same moment may
 * exceed the plan by their own length.
 */
export async function creatorBudget(
  { db, log }: { db: Db; log: Logger },
  ownerId: string,
  common: TokenBudget,
): Promise<TokenBudget> {
  const { used, limit } = await findTokenUsage(db, ownerId)
  const isPlanSpent = limit !== 'unlimited' && used >= limit
  return {
    isSpent: () => isPlanSpent || common.isSpent(),
    async reserve(tokens) {
      const reservation = isPlanSpent ? null : await common.reserve(tokens)
      return (
        reservation && {
          settle(used) {
            reservation.settle(used)
            addTokens(db, ownerId, used).catch((err: unknown) =>
              log.warn({ err }, 'tokens of a creator’s agent were not counted'),
            )
          },
        }
      )
    },
  }
}
