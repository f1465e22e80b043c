import type { ModelEndpoint } from '@duo/platform/server/desk.ts'
import type { Problem } from './schema.ts'

/** Failures in a row after which an endpoint is left alone, and for how long, ms. */
const failuresAtMost = 5
const openFor = 30_000

interface Breaker {
  failures: number
  /** Until when the endpoint is left alone. */
  openUntil: number
  /** Whether a call is finding out if the endpoint is back. */
  isProbed: boolean
  problem: Problem
}

// an endpoint is one object as long as the process runs
const breakers = new WeakMap<ModelEndpoint, Breaker>()

function breakerOf(endpoint: ModelEndpoint): Breaker {
  const known = breakers.get(endpoint) ?? { failures: 0, openUntil: 0, isProbed: false, problem: 'other' as const }
  breakers.set(endpoint, known)
  return known
}

/** Whether an endpoint may be asked: null, or why it was left alone. After a while one call at a time finds out whether it is back. */
export function leftAlone(endpoint: ModelEndpoint, now = performance.now()): Problem | null {
  const breaker = breakerOf(endpoint)
  if (breaker.failures < failuresAtMost) return null
  if (now < breaker.openUntil) return breaker.problem
  breaker.openUntil = now + openFor
  breaker.isProbed = true
  return null
}

export function succeeded(endpoint: ModelEndpoint): void {
  Object.assign(breakerOf(endpoint), { failures: 0, isProbed: false })
}

export function failed(endpoint: ModelEndpoint, problem: Problem, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  breaker.failures += 1
  breaker.problem = problem
  breaker.openUntil = now + openFor
  breaker.isProbed = false
}

/** A call ended without telling how the endpoint is: somebody stopped it. Had it been to find out, the next call does. */
export function brokenOff(endpoint: ModelEndpoint): void {
  const breaker = breakerOf(endpoint)
  if (breaker.isProbed) Object.assign(breaker, { openUntil: 0, isProbed: false })
}
