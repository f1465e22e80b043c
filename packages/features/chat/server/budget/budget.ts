import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type TokenBudget, type TokenReservation, unlimitedBudget } from '@duo/platform/server/model.ts'
import { v7 as uuidv7 } from 'uuid'
import { addSpending, insertReservation, type Spending, settleReservations, type UsedReservation } from './budget-queries.ts'

/** Sync interval, ms: how late this server learns what the others have spent. */
const interval = 1_000

/** A reservation waits this long for an unreachable database. */
const maxAttempts = 10
const retryDelayMs = 300

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

type Name = 'all' | 'visitors'

const spentTexts: Record<Name, string> = {
  all: 'daily token budget spent: replies use the quota text until midnight UTC',
  visitors: "visitors' share of the daily tokens spent: the engine answers them until midnight UTC",
}

/** Reserves tokens in the database before a call, so that all servers together never exceed a limit; a sync stores what was used. */
export async function openBudgets({ db, log, limits }: Options): Promise<Budgets> {
  if (limits === null) return { all: unlimitedBudget, visitors: unlimitedBudget, close: async () => {} }
  const { all: limit = null, visitors: visitorLimit } = limits
  let day = dayOf(new Date())
  /** Used without a reservation, because there is no limit. */
  let pending: Spending = { tokens: 0, visitorTokens: 0 }
  let settled: UsedReservation[] = []
  let total = await addSpending(db, day, pending)
  let exchanging: Promise<void> | null = null
  const reportedOn: Partial<Record<Name, string>> = {}

  async function exchange() {
    const today = dayOf(new Date())
    const [sent, used] = [pending, settled]
    pending = { tokens: 0, visitorTokens: 0 }
    settled = []
    try {
      await settleReservations(db, used)
      used.length = 0
      total = await addSpending(db, today, sent)
      day = today
    } catch (err) {
      pending = sum(pending, sent)
      settled = [...used, ...settled]
      log.warn({ err }, 'failed to store spent tokens, will retry')
    }
    for (const name of ['all', 'visitors'] as const) if (budgets[name].isSpent()) report(name)
  }

  const startExchange = () => {
    exchanging ??= exchange().finally(() => {
      exchanging = null
    })
  }
  const timer = setInterval(startExchange, interval).unref()

  function report(name: Name) {
    const today = dayOf(new Date())
    if (reportedOn[name] !== today) log.warn({ limit: name === 'all' ? limit : visitorLimit }, spentTexts[name])
    reportedOn[name] = today
  }

  async function reserve(name: Name, tokens: number): Promise<TokenReservation | null> {
    const shareOf = (amount: number): Spending => ({ tokens: amount, visitorTokens: name === 'visitors' ? amount : 0 })
    if (name === 'all' && limit === null) {
      const settle = (used: number) => {
        pending = sum(pending, shareOf(used))
      }
      return { settle }
    }
    const [id, today] = [uuidv7(), dayOf(new Date())]
    const totals = await retried(() => insertReservation(db, { ...shareOf(tokens), id, day: today, limit, visitorLimit }))
    if (!totals) {
      report(name)
      return null
    }
    ;[total, day] = [totals, today]
    return {
      settle: (used) => {
        settled.push({ id, ...shareOf(used) })
        startExchange()
      },
    }
  }

  const isToday = () => day === dayOf(new Date())
  const budgets = {
    all: {
      isSpent: () => limit !== null && isToday() && total.tokens + pending.tokens >= limit,
      reserve: (tokens: number) => reserve('all', tokens),
    },
    visitors: {
      /** A share of 0 is always spent, even on a new day before the first sync. */
      isSpent: () => visitorLimit === 0 || budgets.all.isSpent() || (isToday() && total.visitorTokens >= visitorLimit),
      reserve: (tokens: number) => reserve('visitors', tokens),
    },
    close: async () => {
      clearInterval(timer)
      await exchanging
      await exchange()
    },
  }
  return budgets
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !isConnectionError(error)) throw error
      await sleep(retryDelayMs)
    }
  }
}

const sum = (one: Spending, other: Spending): Spending => ({
  tokens: one.tokens + other.tokens,
  visitorTokens: one.visitorTokens + other.visitorTokens,
})
