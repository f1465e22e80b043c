import type { ModelEndpoint } from './model.ts'

const maxFailures = 5
const openMs = 30_000
/** Short, because callers abort the probe of an endpoint that hangs. */
const nextProbeDelayMs = 5_000

interface CircuitBreaker {
  failures: number
  openUntil: number
  probe: AbortSignal | null
}

const breakers = new WeakMap<ModelEndpoint, CircuitBreaker>()

function breakerOf(endpoint: ModelEndpoint): CircuitBreaker {
  const breaker = breakers.get(endpoint) ?? { failures: 0, openUntil: 0, probe: null }
  breakers.set(endpoint, breaker)
  return breaker
}

/** Half-open after `openMs`: then one call at a time probes the endpoint. */
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

/** The call was aborted, or rejected because of its content. If it was the half-open probe, allows another one soon. */
export function recordInconclusive(endpoint: ModelEndpoint, call: AbortSignal, now = performance.now()): void {
  const breaker = breakerOf(endpoint)
  if (breaker.probe === call) Object.assign(breaker, { openUntil: now + nextProbeDelayMs, probe: null })
}
