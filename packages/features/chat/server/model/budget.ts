import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type TokenBudget, unlimitedBudget } from '@duo/platform/server/reply-streams.ts'
import { addSpending } from './budget-queries.ts'

/** Milliseconds between exchanges with the database: what other servers spend is known here so much later at most. */
const interval = 1_000

/** The day that a moment lies in, in UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

interface Options {
  db: Db
  log: Logger
  /** Tokens a day; undefined for no limit. */
  limit: number | undefined
}

/**
 * The budget of all servers together. Each one counts in memory and exchanges once a second, so that no reply waits for it; the day is over
 * its budget by the replies under way at most.
 */
export async function openBudget({ db, log, limit }: Options): Promise<TokenBudget & { close: () => Promise<void> }> {
  if (limit === undefined) return { ...unlimitedBudget, close: async () => {} }
  let day = dayOf(new Date())
  let pending = 0
  let total = await addSpending(db, day, 0)
  let exchanging: Promise<void> | null = null
  let wasSpent = false

  async function exchange() {
    const today = dayOf(new Date())
    const sent = pending
    pending = 0
    try {
      total = await addSpending(db, today, sent)
      day = today
    } catch (err) {
      pending += sent
      log.warn({ err }, 'the tokens that were spent could not be stored yet')
    }
    const isSpent = budget.isSpent()
    if (isSpent && !wasSpent)
      log.warn({ limit }, 'the tokens of this day are spent: agents answer with the quota text until midnight UTC')
    wasSpent = isSpent
  }
  const timer = setInterval(() => {
    exchanging ??= exchange().finally(() => {
      exchanging = null
    })
  }, interval).unref()

  const budget = {
    isSpent: () => day === dayOf(new Date()) && total + pending >= limit,
    spend: (tokens: number) => {
      pending += tokens
    },
    close: async () => {
      clearInterval(timer)
      await exchanging
      await exchange()
    },
  }
  return budget
}
