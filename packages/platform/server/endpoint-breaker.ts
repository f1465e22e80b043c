import type { ModelEndpoint } from './reply-streams.ts'

/** Failures in a row after which an endpoint is left alone, and for how long, ms. */
const failuresAtMost = 5
const openFor = 30_000
/** How long after a trial that told nothing the next one may be, ms: whoever waits for an endpoint that never answers stops it, too. */
const nextTrialAfter = 5_000

interface Breaker {
  failures: number
  /** Until when the endpoint is left alone. */
  openUntil: number
  /** The call that finds out whether the endpoint is back, by the signal that would stop it. */
  trial: AbortSignal | null
}

// an endpoint is one object as long as the process runs
const breakers = new WeakMap<ModelEndpoint, Breaker>()

function breakerOf(endpoint: ModelEndpoint): Breaker {
  const known = breakers.get(endpoint) ?? { failures: 0, openUntil: 0, trial: null }
  breakers.set(endpoint, known)
  return known
}

/** Whether an endpoint must not be asked now. After a while one call at a time finds out whether it is back. */
export function isLeftAlone(endpoint: ModelEndpoint, call: AbortSignal, now = performance.now()): boolean {
  const breaker = breakerOf(endpoint)
  if (breaker.failures < failuresAtMost) return false
  if (now < breaker.openUntil) return true
  breaker.openUntil = now + openFor
  breaker.trial = call
  return false
}

export function succeeded(endpoint: ModelEndpoint): void {
  Object.assign(breakerOf(endpoint), { failures: 0, trial: null })
}

export function failed(endpoint: ModelEndpoint, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  breaker.failures += 1
  breaker.openUntil = now + openFor
  breaker.trial = null
}

/** A call ended without telling how the endpoint is: it was stopped, or refused for what it asked. Was it the trial, there is another. */
export function toldNothing(endpoint: ModelEndpoint, call: AbortSignal, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  if (breaker.trial === call) Object.assign(breaker, { openUntil: now + nextTrialAfter, trial: null })
}
