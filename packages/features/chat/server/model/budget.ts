import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type TokenBudget, unlimitedBudget } from '@duo/platform/server/model.ts'
import { addSpending } from './budget-queries.ts'

/** Time between synchronizations, ms: the delay with which this server learns what others spent. */
const interval = 1_000

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

interface Options {
  db: Db
  log: Logger
  limit: number | undefined
}

/** Counts in memory and syncs every second, so replies never wait for it and can slightly exceed the shared budget. */
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
      log.warn({ err }, 'failed to store spent tokens, will retry')
    }
    const isSpent = budget.isSpent()
    if (isSpent && !wasSpent) log.warn({ limit }, 'daily token budget spent: replies use the quota text until midnight UTC')
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
