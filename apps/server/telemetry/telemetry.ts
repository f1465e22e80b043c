import { AsyncLocalStorage } from 'node:async_hooks'
import type { FinishedQuery } from '@duo/db/connection/pool.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Observer } from '@duo/platform/server/observer.ts'
import type { Env } from '../config/env.ts'
import type { RequestStep } from '../http/context.ts'
import { closeAll } from '../lifecycle/shutdown.ts'
import { type MetricsEndpoint, metricsEndpoint, openMetricsPort } from './endpoint.ts'
import type { MetricSources } from './metrics.ts'

/** Metrics and traces, each optional. Their libraries are loaded only when enabled. */
export interface Telemetry {
  observer: Observer | undefined
  onQuery: ((query: FinishedQuery) => void) | undefined
  requests: readonly RequestStep[]
  /** Preserves the async context (costs 5 µs); the identity without traces. */
  bind: (go: () => void) => () => void
  /** Undefined if metrics are off or have their own port. */
  endpoint: MetricsEndpoint | undefined
  watch: (sources: MetricSources) => Promise<void>
  close: () => Promise<void>
}

export async function openTelemetry(env: Env, log: Logger): Promise<Telemetry> {
  const hasMetrics = env.METRICS_PORT !== undefined || env.METRICS_TOKEN !== undefined
  const metrics = hasMetrics ? (await import('./metrics.ts')).createMetrics(log) : undefined
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT ? (await import('./tracing.ts')).createTracing(env, log) : undefined
  const endpoint = metrics && metricsEndpoint(metrics, env.METRICS_TOKEN, log)
  const closes: (() => Promise<void>)[] = tracing ? [tracing.close] : []
  return {
    observer: joinObservers(tracing?.observer, metrics?.observer),
    onQuery: tracing?.onQuery,
    requests: [tracing?.request, metrics?.request].filter((handler) => handler !== undefined),
    bind: tracing ? (go) => AsyncLocalStorage.bind(go) : (go) => go,
    endpoint: env.METRICS_PORT === undefined ? endpoint : undefined,
    watch: async (sources) => {
      metrics?.watch(sources)
      if (endpoint && env.METRICS_PORT !== undefined) closes.push((await openMetricsPort(endpoint, env, log)).close)
    },
    close: () => closeAll(closes.splice(0)),
  }
}

function joinObservers(outer: Observer | undefined, inner: Observer | undefined): Observer | undefined {
  if (!outer || !inner) return outer ?? inner
  return {
    procedure: (name, run, codeOf) => outer.procedure(name, () => inner.procedure(name, run, codeOf), codeOf),
    failure: (source, code) => {
      outer.failure(source, code)
      inner.failure(source, code)
    },
  }
}
