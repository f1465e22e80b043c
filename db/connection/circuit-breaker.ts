import { setTimeout as sleep } from 'node:timers/promises'

/** How long a probe may take, and the pause after one that failed, ms. */
const probeTimeoutMs = 700
const probePauseMs = 250

export interface CircuitBreaker {
  /** Reports that a statement got no response in time: what is true of one connection a probe finds out for all. */
  trip: () => void
  /** Reports that no new connection could be made in time, after which nobody waits for a probe. */
  open: () => void
  /** Null while the circuit is closed; else a promise that resolves once the database responds, or rejects when it does not. */
  admit: () => Promise<void> | null
}

/**
 * Decides, after one time-out, whether the next statement is worth waiting for. One probe is sent: while it is under way callers wait for
 * its result, and while probes fail every caller fails at once. So a request that needs the database several times waits for one
 * time-out, not for several, and nothing piles up for the moment when the database is back.
 */
export function createCircuitBreaker(probe: () => Promise<unknown>): CircuitBreaker {
  let isOpen = false
  let firstProbe: Promise<void> | null = null

  const attempt = async () => {
    const timer = new AbortController()
    const late = sleep(probeTimeoutMs, undefined, { signal: timer.signal }).then(() => {
      throw new Error('the probe took too long')
    })
    try {
      await Promise.race([probe(), late])
      isOpen = false
    } catch {
      isOpen = true
    } finally {
      timer.abort()
      late.catch(() => {}) // the timer was stopped
    }
  }
  const probeUntilClosed = async (first: Promise<void>) => {
    await first
    while (isOpen) {
      await sleep(probePauseMs, undefined, { ref: false })
      await attempt()
    }
    firstProbe = null
  }

  const trip = () => {
    if (firstProbe) return
    firstProbe = attempt()
    probeUntilClosed(firstProbe)
  }

  return {
    trip,
    open: () => {
      isOpen = true
      trip()
    },
    admit: () => {
      if (!firstProbe) return null
      return (isOpen ? Promise.resolve() : firstProbe).then(() => {
        if (isOpen) throw unresponsive('Postgres does not respond')
      })
    },
  }
}

/** An error of a database that is there and says nothing; `isConnectionError` recognises it. */
export const unresponsive = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
