import { setTimeout as sleep } from 'node:timers/promises'

const probeTimeoutMs = 700
const probePauseMs = 250

export interface CircuitBreaker {
  /** Reports a response time-out; a probe finds out whether all connections are affected. */
  trip: () => void
  /** Reports a failed connection; callers fail at once instead of waiting for a probe. */
  open: () => void
  /** Returns null while closed. Otherwise the promise resolves when the database responds and rejects when it does not. */
  admit: () => Promise<void> | null
}

/** After a time-out, callers wait for one probe, then fail at once, so that no request waits twice and no queries pile up in an outage. */
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
      late.catch(() => {})
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

export const unresponsive = (message: string) => Object.assign(new Error(message), { code: 'ETIMEDOUT' })
