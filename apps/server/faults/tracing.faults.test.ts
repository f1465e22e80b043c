import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { recordModules } from '@duo/platform/testing/loaded-modules.ts'
import { inSample } from '@duo/platform/testing/scope.ts'
import { freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { chatSettings, readToTheEnd, startReader } from '../testing/streams.ts'

const dataDir = newDataDir()
afterAll(() => stopEmbedded({ dataDir, mode: 'immediate' }))

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: Span[] }[] }[]
}

type Handle = (req: IncomingMessage, res: ServerResponse) => void

// accepts OTLP over HTTP as JSON; `handle` replaces the response
async function startCollector(handle?: Handle) {
  const bodies: string[] = []
  const requests: { path: string | undefined; authorization: string | undefined }[] = []
  const server = createServer(async (req, res) => {
    requests.push({ path: req.url, authorization: req.headers.authorization })
    if (handle) return handle(req, res)
    bodies.push(await text(req))
    res.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const spans = () =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    text: () => bodies.join('\n'),
    spans,
    /** Resolves to the spans with this name, once there are `least`. */
    named: async (name: string, least = 1) => {
      await expect
        .poll(() => spans().filter((span) => span.name === name).length, { timeout: 15_000 })
        .toBeGreaterThanOrEqual(least)
      return spans().filter((span) => span.name === name)
    },
  }
}

async function start(settings: Record<string, string>, more: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const server = await startBuiltServer({
    ...onlySettings({ NODE_ENV: 'production', PORT, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings }),
    ...more,
  })
  onTestFinished(async () => void (await server.end('SIGTERM')))
  return server
}

const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

const join = (url: string, email: string) =>
  fetch(`${url}/api/trpc/waitlist.join?secret=in-a-query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
    body: JSON.stringify({ email, language: 'en', invitedByCode: null }),
  })

test.runIf(inSample(0, 3))('a request, its procedures and their queries form one trace', async () => {
  const collector = await startCollector()
  const modules = recordModules()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key' }
  const { url } = await start(settings, modules.env)
  expect((await join(url, 'ana@example.com')).status).toBe(200)
  await fetch(`${url}/blog/no-such-article`)

  const [procedure] = await collector.named('waitlist.join')
  const [request] = await collector.named('POST /api/trpc')
  expect(procedure).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId })
  expect(attribute(request, 'http.response.status_code')).toBe(200)
  expect(attribute(request, 'duo.request_id')).toMatch(/^[\da-f-]{36}$/)
  const queries = collector.spans().filter(({ parentSpanId }) => parentSpanId === procedure?.spanId)
  // the limit, and the join with its mail in one statement
  expect(queries.map(({ name }) => name)).toContain('with')
  expect(queries.map((query) => attribute(query, 'db.query.text')).join('\n')).toContain('from waitlist_join(')
  // an incoming trace id is ignored: anyone could turn sampling on or mix up traces
  expect(request?.traceId).not.toBe('ab'.repeat(16))
  expect((await collector.named('GET not found')).length).toBe(1)
  expect(collector.requests[0]).toEqual({ path: '/v1/traces', authorization: 'Bearer key' })
  expect(collector.text()).toContain('"service.name"')
  expect(modules.packages()).toContain('@opentelemetry/sdk-trace')
  expect(modules.packages()).not.toContain('prom-client')
})

test.runIf(inSample(1, 3))('no span contains user content, personal data or credentials', async () => {
  const model = await startModelServer()
  onTestFinished(async () => void (await model.close()))
  const collector = await startCollector()
  const { url } = await start({ ...chatSettings(model.url), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await join(url, 'bia@example.com')
  // signs up, signs in, and asks `Count, please.`
  const { browser, replyId } = await startReader(url)
  await readToTheEnd(browser, replyId)
  await browser.call('chat.send', { conversationId: 'no-id', clientId: 'no-id', content: 'A question with a name in it' })
  for (const path of ['/shared/secret-of-a-link', '/blog/a-path', '/?code=REFERRER', '/api/auth/callback/google?code=oauth-code'])
    await fetch(url + path, { redirect: 'manual' })
  await collector.named('chat.send', 2)
  await collector.named('GET /api/auth/callback/*')
  const [stream] = await collector.named('chat.stream')
  expect(stream).toBeDefined()

  const secrets = [...browser.cookies.values()].map((value) => value.split('.')[0] ?? '').filter(({ length }) => length > 8)
  expect(secrets).not.toEqual([])
  const sent = collector.text()
  for (const word of [
    '@example.com',
    'bia@',
    'Ana Souza',
    'Count, please',
    'with a name in it',
    'secret-of-a-link',
    'a-path',
    'REFERRER',
    'oauth-code',
    'in-a-query',
    replyId,
    ...secrets,
  ])
    expect([word, sent.includes(word)]).toEqual([word, false])
})

test.runIf(inSample(2, 3))('exports about a tenth of the requests if the sampling ratio is 0.1', async () => {
  const collector = await startCollector()
  const { url } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0.1' })
  for (let i = 0; i < 300; i++) await fetch(`${url}/pricing`)
  await collector.named('GET /pricing')
  await expect.poll(() => collector.requests.length, { timeout: 15_000 }).toBeGreaterThan(0)
  const { length } = await collector.named('GET /pricing')
  expect(length).toBeLessThan(90)
})

const collectorFaults: [string, Handle | null][] = [
  ['is unreachable', null],
  ['hangs', () => {}],
  ['fails', (_req, res) => void res.writeHead(500).end()],
]
test.each(collectorFaults.filter((_, index) => inSample(index, 3)))(
  'a collector that %s affects neither requests nor the shutdown',
  async (_what, handle) => {
    const collector = handle ? await startCollector(handle) : null
    const endpoint = collector?.url ?? `http://127.0.0.1:${await freePort()}`
    const { url, end, exited, output } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    const slowest = async () => {
      let slowest = 0
      for (let i = 0; i < 300; i++) {
        const startedAt = performance.now()
        expect((await fetch(`${url}/pricing`)).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - startedAt)
      }
      return slowest
    }
    // more than one batch, and longer than the first export takes
    await slowest()
    await expect.poll(output, { timeout: 30_000 }).toContain('traces could not be sent to the collector')
    expect(await slowest()).toBeLessThan(1_000)
    // once for the whole outage
    expect(output().split('traces could not be sent').length).toBe(2)
    expect(await end('SIGTERM')).toBeLessThan(5_000)
    expect((await exited).code, output()).toBe(0)
  },
)
