import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type TokenBudget, unlimitedBudget } from '@duo/platform/server/model.ts'
import { addSpending, type Spending } from './budget-queries.ts'

/** Sync interval, ms: how late this server learns what the others have spent. */
const interval = 1_000

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** Tokens per day: for everyone (undefined: no limit), and the share for visitors without an account. */
export interface BudgetLimits {
  all: number | undefined
  visitors: number
}

interface Options {
  db: Db
  log: Logger
  /** Null without a model, when nothing is spent. */
  limits: BudgetLimits | null
}

interface Budgets {
  all: TokenBudget
  /** Its spending also counts towards `all`. */
  visitors: TokenBudget
  close: () => Promise<void>
}

/** Counts in memory and syncs every second, so replies never wait for it and can slightly exceed the shared budget. */
export async function openBudgets({ db, log, limits }: Options): Promise<Budgets> {
  if (limits === null) return { all: unlimitedBudget, visitors: unlimitedBudget, close: async () => {} }
  const { all: limit = Number.POSITIVE_INFINITY, visitors: visitorLimit } = limits
  let day = dayOf(new Date())
  let pending: Spending = { tokens: 0, visitorTokens: 0 }
  let total = await addSpending(db, day, pending)
  let exchanging: Promise<void> | null = null
  const reported = { all: false, visitors: false }

  async function exchange() {
    const today = dayOf(new Date())
    const sent = pending
    pending = { tokens: 0, visitorTokens: 0 }
    try {
      total = await addSpending(db, today, sent)
      day = today
    } catch (err) {
      pending = sum(pending, sent)
      log.warn({ err }, 'failed to store spent tokens, will retry')
    }
    report('all', limit, 'daily token budget spent: replies use the quota text until midnight UTC')
    report('visitors', visitorLimit, "visitors' share of the daily tokens spent: the engine answers them until midnight UTC")
  }

  function report(name: 'all' | 'visitors', limit: number, text: string) {
    const isSpent = budgets[name].isSpent()
    if (isSpent && !reported[name]) log.warn({ limit }, text)
    reported[name] = isSpent
  }

  const timer = setInterval(() => {
    exchanging ??= exchange().finally(() => {
      exchanging = null
    })
  }, interval).unref()

  const isToday = () => day === dayOf(new Date())
  const all: TokenBudget = {
    isSpent: () => isToday() && total.tokens + pending.tokens >= limit,
    spend: (tokens) => {
      pending = sum(pending, { tokens, visitorTokens: 0 })
    },
  }
  const visitors: TokenBudget = {
    /** A share of 0 is always spent, even on a new day before the first sync. */
    isSpent: () =>
      visitorLimit === 0 || all.isSpent() || (isToday() && total.visitorTokens + pending.visitorTokens >= visitorLimit),
    spend: (tokens) => {
      pending = sum(pending, { tokens, visitorTokens: tokens })
    },
  }
  const budgets = {
    all,
    visitors,
    close: async () => {
      clearInterval(timer)
      await exchanging
      await exchange()
    },
  }
  return budgets
}

const sum = (one: Spending, other: Spending): Spending => ({
  tokens: one.tokens + other.tokens,
  visitorTokens: one.visitorTokens + other.visitorTokens,
})
