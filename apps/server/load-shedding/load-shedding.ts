import type { Server } from 'node:http'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from '@duo/platform/server/log.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { RequestHandler, Response } from 'express'
import { localsOf } from '../http/context.ts'
import { createGate, type Limits } from './admission-gate.ts'

/** What is bounded, each by itself: rendering of pages, procedures and calls about accounts, streams of replies. */
export type RequestKind = 'page' | 'call' | 'stream'

/** A burst waits its turn, about half a second at most; what comes on top is refused at once. */
const usualLimits: Record<RequestKind, Limits> = {
  page: { startsPerTurn: 1, running: 8, waiting: 40 },
  call: { startsPerTurn: 4, running: 64, waiting: 336 },
  stream: { startsPerTurn: 4, running: 1_000, waiting: 0 },
}

/** Event-loop delay up to which nothing changes, ms; at twice that, half as many requests are let in. */
const maxDelayMs = 50

/** How often the delay is read, ms, its resolution, ms, and the weight of the newest reading. */
const readIntervalMs = 100
const resolution = 10
const weight = 0.3

/** How often the log says what was refused, ms: a line for each would be more work than refusing. */
const logIntervalMs = 5_000

/** A request refused because too many are under way. */
export class Overloaded extends AppError {
  constructor() {
    // spread, so that those who were refused together do not come back together
    super('unavailable', { message: 'too many requests under way', retryAfterSeconds: 1 + Math.floor(Math.random() * 3) })
  }
}

export interface LoadShedder {
  /** Lets a call through, now or when its turn comes; otherwise hands `Overloaded` to the next failure handler, before anything is counted. */
  admit: (kind: (path: string) => RequestKind) => RequestHandler
  /** Renders within the limit of pages. Throws `Overloaded`. */
  page: <T>(res: Response, render: () => Promise<T>) => Promise<T>
  /** How many requests of each kind run now, and how many were refused since the start. */
  counts: () => { running: Record<RequestKind, number>; refused: Record<RequestKind, number> }
  /** Lets new connections go before the work of those that are there. */
  watch: (server: Server) => void
  stop: () => void
}

interface Options {
  /** For tests. */
  limits?: Record<RequestKind, Limits>
  /** For tests. */
  delay?: ReturnType<typeof watchDelay>
  /** Keeps the asynchronous context of a request that waits: a gate calls from that of another one. */
  bind?: (go: () => void) => () => void
}

/** Bounds what is under way, and lets in less of it while the event loop is late. */
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
        // whoever sends a body slowly must not keep others out meanwhile
        if (req.complete || res.closed) return
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

/** Turns in a row that new connections may take for themselves. */
const arrivalTicks = 50

/**
 * Notices connections that were just accepted. Node accepts one a turn of the event loop: with ten milliseconds of work in each, a hundred
 * visitors a second would get in, and the others wait in the kernel for seconds, probes of `/health` among them.
 */
function watchArrivals() {
  let isNew = false
  let turns = 0
  return {
    watch: (server: Server) => {
      server.on('connection', () => {
        isNew = true
        // read by every gate in this turn, and forgotten before the next
        setImmediate(() => {
          isNew = false
        })
      })
    },
    hasNew: () => {
      turns = isNew && turns < arrivalTicks ? turns + 1 : 0
      return turns > 0
    },
  }
}

/** The event loop's delay, ms, smoothed. */
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

/** Counts refusals by kind and how long they took by this process's clock, and logs both. */
function countRefusals(log: Logger, delay: () => number) {
  const counts = { page: 0, call: 0, stream: 0 }
  const totals = { page: 0, call: 0, stream: 0 }
  const times = createHistogram()
  const timer = setInterval(() => {
    if (counts.page + counts.call + counts.stream === 0) return
    const refusedP99Ms = times.percentile(99) / 1e6
    log.warn({ ...counts, refusedP99Ms, eventLoopDelayMs: Math.round(delay()) }, 'requests refused: too many under way')
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
