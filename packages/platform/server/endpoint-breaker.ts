import type { ModelEndpoint } from './reply-streams.ts'

/** Failures in a row after which an endpoint is left alone, and for how long, ms. */
const maxFailures = 5
const openMs = 30_000
/** How long after a trial that told nothing the next one may be, ms: whoever waits for an endpoint that never answers stops it, too. */
const nextProbeDelayMs = 5_000

interface CircuitBreaker {
  failures: number
  /** Until when the endpoint is left alone. */
  openUntil: number
  /** The call that finds out whether the endpoint is back, by the signal that would stop it. */
  probe: AbortSignal | null
}

// an endpoint is one object as long as the process runs
const breakers = new WeakMap<ModelEndpoint, CircuitBreaker>()

function breakerOf(endpoint: ModelEndpoint): CircuitBreaker {
  const breaker = breakers.get(endpoint) ?? { failures: 0, openUntil: 0, probe: null }
  breakers.set(endpoint, breaker)
  return breaker
}

/** Whether an endpoint must not be asked now. After a while one call at a time finds out whether it is back. */
export function isCircuitOpen(endpoint: ModelEndpoint, call: AbortSignal, now = performance.now()): boolean {
  const breaker = breakerOf(endpoint)
  if (breaker.failures < maxFailures) return false
  if (now < breaker.openUntil) return true
  breaker.openUntil = now + openMs
  breaker.probe = call
  return false
}

export function recordSuccess(endpoint: ModelEndpoint): void {
  Object.assign(breakerOf(endpoint), { failures: 0, probe: null })
}

export function recordFailure(endpoint: ModelEndpoint, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  breaker.failures += 1
  breaker.openUntil = now + openMs
  breaker.probe = null
}

/** A call ended without telling how the endpoint is: it was stopped, or refused for what it asked. Was it the trial, there is another. */
export function recordInconclusive(endpoint: ModelEndpoint, call: AbortSignal, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  if (breaker.probe === call) Object.assign(breaker, { openUntil: now + nextProbeDelayMs, probe: null })
}
