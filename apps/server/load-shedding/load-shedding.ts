import type { Server } from 'node:http'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from '@duo/platform/server/log.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { RequestHandler, Response } from 'express'
import { localsOf } from '../http/context.ts'
import { createGate, type Limits } from './admission-gate.ts'

/** Limited separately: pages, calls (procedures and account endpoints), and reply streams. */
export type RequestKind = 'page' | 'call' | 'stream'

const usualLimits: Record<RequestKind, Limits> = {
  page: { startsPerTick: 1, running: 8, waiting: 40 },
  call: { startsPerTick: 4, running: 64, waiting: 336 },
  stream: { startsPerTick: 1, running: 1_000, waiting: 0 },
}

/** ms of event-loop delay without effect; twice this delay halves the admitted requests. */
const maxDelayMs = 50

const readIntervalMs = 100
const resolution = 10
const weight = 0.3

/** ms: one log line per rejection would cost more than rejecting. */
const logIntervalMs = 5_000

export class Overloaded extends AppError {
  constructor() {
    super('unavailable', { message: 'too many requests in progress', retryAfterSeconds: 1 + Math.floor(Math.random() * 3) })
  }
}

export interface LoadShedder {
  /** Admits the call, now or after queueing, or passes `Overloaded` to the error handler before rate limits count it. */
  admit: (kind: (path: string) => RequestKind) => RequestHandler
  /** Renders within the page limit. Throws `Overloaded`. */
  page: <T>(res: Response, render: () => Promise<T>) => Promise<T>
  counts: () => { running: Record<RequestKind, number>; refused: Record<RequestKind, number> }
  /** Gives accepting new connections priority over existing work. */
  watch: (server: Server) => void
  stop: () => void
}

interface Options {
  limits?: Record<RequestKind, Limits>
  delay?: ReturnType<typeof watchDelay>
  /** Preserves a queued request's async context: a gate starts it from another request's. */
  bind?: (go: () => void) => () => void
}

export function createLoadShedder(
  log: Logger,
  { limits = usualLimits, delay = watchDelay(), bind = (go) => go }: Options = {},
): LoadShedder {
  const share = () => Math.min(1, maxDelayMs / delay.read())
  const arrivals = watchArrivals()
  const gates = {
    page: createGate(limits.page, share, arrivals.hasNew),
    call: createGate(limits.call, share, arrivals.hasNew),
    stream: createGate(limits.stream, share, arrivals.hasNew),
  }
  const { refuse, totals, stop } = countRefusals(log, delay.read)

  return {
    admit: (kindOf) => (req, res, next) => {
      const kind = kindOf(req.path)
      const go = () => {
        next()
        if (req.complete || res.closed) return // a slow upload must not occupy a slot
        admission?.pause()
        req.once('end', () => admission?.resume())
      }
      const admission = gates[kind].take(bind(go))
      if (admission === null) return next(refuse(kind, res))
      res.once('close', admission.leave)
    },
    page: async (res, render) => {
      const tick = Promise.withResolvers<void>()
      const admission = gates.page.take(tick.resolve)
      if (admission === null) throw refuse('page', res)
      try {
        await tick.promise
        return await render()
      } finally {
        admission.leave()
      }
    },
    counts: () => ({
      running: { page: gates.page.active(), call: gates.call.active(), stream: gates.stream.active() },
      refused: { ...totals },
    }),
    watch: arrivals.watch,
    stop: () => {
      stop()
      delay.stop()
    },
  }
}

const arrivalTicks = 50

/** Node accepts one connection per tick: with 10 ms of work in each, visitors and probes would wait in the kernel for seconds. */
function watchArrivals() {
  let isNew = false
  let ticks = 0
  return {
    watch: (server: Server) => {
      server.on('connection', () => {
        isNew = true
        setImmediate(() => {
          isNew = false
        })
      })
    },
    hasNew: () => {
      ticks = isNew && ticks < arrivalTicks ? ticks + 1 : 0
      return ticks > 0
    },
  }
}

function watchDelay() {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  let smoothed = 0
  const timer = setInterval(() => {
    const latest = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - resolution) : 0
    histogram.reset()
    smoothed += (latest - smoothed) * weight
  }, readIntervalMs).unref()
  return {
    read: () => smoothed,
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

function countRefusals(log: Logger, delay: () => number) {
  const counts = { page: 0, call: 0, stream: 0 }
  const totals = { page: 0, call: 0, stream: 0 }
  const times = createHistogram()
  const timer = setInterval(() => {
    if (counts.page + counts.call + counts.stream === 0) return
    const refusedP99Ms = times.percentile(99) / 1e6
    log.warn({ ...counts, refusedP99Ms, eventLoopDelayMs: Math.round(delay()) }, 'requests rejected: too many in progress')
    Object.assign(counts, { page: 0, call: 0, stream: 0 })
    times.reset()
  }, logIntervalMs).unref()
  return {
    totals,
    refuse: (kind: RequestKind, res: Response) => {
      counts[kind] += 1
      totals[kind] += 1
      const locals = localsOf(res)
      locals.isShed = true
      res.once('finish', () => times.record(Math.max(1, Math.round((performance.now() - locals.startedAt) * 1e6))))
      return new Overloaded()
    },
    stop: () => clearInterval(timer),
  }
}
