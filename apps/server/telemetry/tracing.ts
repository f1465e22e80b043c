import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FinishedQuery } from '@duo/db/connection/pool.ts'
import { errorCode } from '@duo/db/errors.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Observer } from '@duo/platform/server/observer.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Env } from '../config/env.ts'
import { localsOf, type RequestStep } from '../http/context.ts'

const exportLimit = 5_000
const closeLimit = 1_000

/** Spans; further ones are dropped, so an unreachable collector uses bounded memory. */
const maxQueueSize = 4_096

const queryLength = 1_000

interface Scope {
  context: Context
  /** Set after the response: background work, possibly endless, is not part of the request. */
  request: { isClosed: boolean }
}

/**
 * Exports OTLP spans that contain only names from our code, error codes, and SQL without values. Registers nothing globally,
 * because spans of other libraries have not been reviewed for personal data. Ignores incoming `traceparent` headers.
 */
export function createTracing(env: Env, log: Logger) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: exporterFor(env, log), maxQueueSize, exportTimeoutMillis: exportLimit + 1_000 }),
    ],
  })
  const tracer = provider.getTracer('duo')
  const scopes = new AsyncLocalStorage<Scope>()

  const request: RequestStep = (req, res, next) => {
    const { method: given = '', url = '' } = req
    const method = knownMethods.has(given) ? given : '_OTHER'
    const attributes = { 'http.request.method': method, 'duo.request_id': localsOf(res).requestId }
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT)
    const scope: Scope = { context: trace.setSpan(ROOT_CONTEXT, span), request: { isClosed: false } }
    res.once('close', () => {
      scope.request.isClosed = true
      const route = routeOf(url, res)
      if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
      span.setAttribute('http.response.status_code', res.statusCode)
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    scopes.run(scope, next)
  }

  const observer: Observer = {
    procedure: async (name, run, codeOf) => {
      const scope = scopes.getStore()
      if (!scope || scope.request.isClosed) return run()
      const attributes = { 'rpc.system': 'trpc', 'rpc.method': name }
      const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, scope.context)
      try {
        const result = await scopes.run({ ...scope, context: trace.setSpan(scope.context, span) }, run)
        const code = codeOf(result)
        if (code !== null) span.setAttribute('error.type', code)
        if (code !== null && errorStatus[code] >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return result
      } finally {
        span.end()
      }
    },
    failure: () => {},
  }

  const onQuery = ({ sql, ms, error }: FinishedQuery) => {
    const scope = scopes.getStore()
    if (!scope || scope.request.isClosed) return
    const now = Date.now()
    const text = withoutValues(sql)
    const [operation = 'query'] = /^\w+/.exec(text) ?? []
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, startTime: now - ms, attributes }, scope.context)
    if (error !== null) span.setAttribute('db.response.status_code', errorCode(error)).setStatus({ code: SpanStatusCode.ERROR })
    span.end(now)
  }

  return {
    observer,
    request,
    onQuery,
    close: async () => {
      const left = new AbortController()
      const shutdown = provider.shutdown().catch((err: unknown) => log.warn({ err }, notSent))
      await Promise.race([shutdown, sleep(closeLimit, undefined, { signal: left.signal }).catch(() => {})])
      left.abort()
    },
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Never the path, which may contain a name or a secret link. */
function routeOf(url: string, res: ServerResponse): string | undefined {
  const { route, accountCall } = localsOf(res)
  if (accountCall !== undefined) return `/api/auth${accountCall}`
  return url.startsWith('/api/trpc/') ? '/api/trpc' : route
}

/** Values are parameters and not included; literals are replaced anyway. */
const withoutValues = (sql: string) =>
  sql
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .slice(0, queryLength)

const notSent = 'traces could not be sent to the collector'

function exporterFor(env: Env, log: Logger): SpanExporter {
  const otlp = new OTLPTraceExporter({
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: exportLimit,
  })
  let isFailing = false
  return {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        const failed = result.error !== undefined
        if (failed && !isFailing) log.warn({ err: result.error }, notSent)
        if (!failed && isFailing) log.info('trace export to the collector works again')
        isFailing = failed
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
  }
}
