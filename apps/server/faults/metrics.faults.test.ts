import { randomUUID } from 'node:crypto'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { freezePostgres } from '@duo/platform/testing/faults/postgres-faults.ts'
import { recordModules } from '@duo/platform/testing/loaded-modules.ts'
import { inSample } from '@duo/platform/testing/scope.ts'
import { freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { follow } from '../testing/chat.ts'
import { samplesOf, seriesValue } from '../testing/metrics.ts'
import { chatSettings, longAnswer, startReader } from '../testing/streams.ts'

const dataDir = newDataDir()
const token = 'a token of at least 32 characters'
const running: { end: (signal: NodeJS.Signals) => Promise<unknown> }[] = []

// mails stay queued, because the server is public and has no SMTP
async function start(settings: Record<string, string> = {}, more: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const server = await startBuiltServer({
    ...onlySettings({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings }),
    ...more,
  })
  running.push(server)
  return server
}

// with metrics on a separate port
async function startMeasured(settings: Record<string, string> = {}) {
  const METRICS_PORT = String(await freePort())
  const server = await start({ METRICS_PORT, ...settings })
  const address = `http://127.0.0.1:${METRICS_PORT}/metrics`
  return { ...server, address, read: async () => (await fetch(address)).text() }
}

const call = (url: string, path: string, body: object) =>
  fetch(`${url}/api/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGTERM')
})
afterAll(() => stopEmbedded({ dataDir, mode: 'immediate' }))

test('without metrics settings, /metrics does not exist and neither library is loaded', async () => {
  const modules = recordModules()
  const { url } = await start({}, modules.env)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  const loaded = modules.packages()
  expect(loaded).toContain('express')
  expect(loaded).not.toContain('prom-client')
  // the job library imports the API package, which does nothing without an SDK
  expect([...loaded].filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api'])
})

test('with a token, serves metrics on the server’s port, and rejects requests without it', async () => {
  const { url } = await start({ METRICS_TOKEN: token, PUBLIC_URL: 'https://goduo.example' })
  const ask = (authorization?: string, method = 'GET') =>
    fetch(`${url}/metrics`, { method, headers: authorization === undefined ? {} : { authorization } })
  for (const wrong of [undefined, '', 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token]) {
    const refused = await ask(wrong)
    expect([wrong, refused.status, refused.headers.get('www-authenticate')]).toEqual([wrong, 401, 'Bearer'])
    expect(await refused.text()).toBe('')
  }
  const answer = await ask(`Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('version=0.0.4')])
  expect(await answer.text()).toContain('duo_streams_open 0')
  expect((await ask(`Bearer ${token}`, 'POST')).status).toBe(405)
})

test.runIf(inSample(0, 3))('serves metrics only on their separate port, if there is one, and requires the token', async () => {
  const { url, address } = await startMeasured({ METRICS_TOKEN: token })
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  expect((await fetch(address)).status).toBe(401)
  expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  // the token is judged before the path
  const other = address.replace('/metrics', '/')
  expect((await fetch(other)).status).toBe(401)
  expect((await fetch(other, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
})

test.runIf(inSample(1, 3))('a metrics port in use stops the start with a one-line error', async () => {
  const { address } = await startMeasured()
  const METRICS_PORT = new URL(address).port
  await expect(start({ METRICS_PORT, DATA_DIR: newDataDir() })).rejects.toThrow(
    `METRICS_PORT is taken by another program, for example METRICS_PORT=9464`,
  )
})

test.runIf(inSample(2, 3))('counts pages, each call of a batch, account calls, errors and jobs', async () => {
  const { url, read } = await startMeasured()
  const before = await read()
  for (const path of ['/pricing', '/pricing', '/pt/pricing', '/blog/no-such-article', '/no/such/page']) await fetch(url + path)
  await fetch(`${url}/api/trpc/billing.subscription,billing.subscription,blog.articles,no.such?batch=1&input=%7B%7D`)
  await call(url, 'waitlist.join', { email: 'ana@example.com', language: 'en', invitedByCode: null })
  await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', password: 'not her password' }),
  })
  const after = await read()
  const moved = (series: string) => seriesValue(after, series) - seriesValue(before, series)
  expect(moved('duo_page_duration_seconds_count{route="/pricing",status="2xx"}')).toBe(3)
  expect(moved('duo_page_duration_seconds_count{route="not found",status="4xx"}')).toBe(2)
  expect(moved('duo_procedure_duration_seconds_count{procedure="billing.subscription"}')).toBe(2)
  expect(moved('duo_procedure_duration_seconds_count{procedure="waitlist.join"}')).toBe(1)
  expect(moved('duo_procedure_duration_seconds_sum{procedure="waitlist.join"}')).toBeGreaterThan(0)
  expect(moved('duo_account_call_duration_seconds_count{call="/sign-in/email",status="4xx"}')).toBe(1)
  expect(moved('duo_errors_total{source="procedure",code="bad_input"}')).toBe(1)
  expect(moved('duo_errors_total{source="procedure",code="not_found"}')).toBe(1)
  expect(moved('duo_errors_total{source="procedure",code="unauthorized"}')).toBe(2)
  expect(moved('duo_errors_total{source="account",code="unauthorized"}')).toBe(1)
  expect(seriesValue(after, 'duo_database_connections{pool="requests",state="total"}')).toBeGreaterThan(0)
  // jobs are counted every five seconds at most
  await expect
    .poll(async () => seriesValue(await read(), 'duo_jobs{job="waitlist.welcome",state="waiting"}'), { timeout: 15_000 })
    .toBe(1)
  await expect
    .poll(async () => seriesValue(await read(), 'duo_jobs_oldest_due_seconds{job="waitlist.welcome"}'), { timeout: 15_000 })
    .toBeGreaterThan(0)
})

test.runIf(inSample(3, 3))('counts a stream while it is open', async () => {
  const model = await startModelServer({ usual: longAnswer })
  const { url, read } = await startMeasured(chatSettings(model.url))
  const { browser, replyId } = await startReader(url)
  const reading = follow(browser, replyId)
  await expect.poll(async () => seriesValue(await read(), 'duo_streams_open'), { timeout: 10_000 }).toBe(1)
  await reading
  await expect.poll(async () => seriesValue(await read(), 'duo_streams_open'), { timeout: 10_000 }).toBe(0)
  await model.close()
})

test.runIf(inSample(4, 3))('a crawl of random paths, calls and methods adds no series and appears in no label', async () => {
  const { url, read } = await startMeasured({ CONFIRM_EMAIL: 'off' })
  const crawl = async (word: string) => {
    const paths = [
      `/${word}`,
      `/blog/${word}`,
      `/pt/agents/${word}@example.com`,
      `/shared/${word}`,
      `/api/${word}`,
      `/api/trpc/${word}.list`,
      `/api/trpc/${word}.list,${word}.other?batch=1`,
      `/api/auth/${word}`,
      `/api/auth/callback/${word}?code=${word}`,
      `/?ref=${word}`,
      `/%E0%A4%A${word}`,
    ]
    for (const path of paths) await fetch(url + path, { redirect: 'manual' })
    await fetch(url + paths[1], { method: 'PROPFIND' })
    await call(url, 'waitlist.join', { email: `${word}@example.com`, language: 'en', invitedByCode: word })
  }
  await crawl('first-visit')
  const seriesOf = (text: string) => new Set(samplesOf(text).map(({ name, labels }) => `${name}{${labels}}`))
  const seriesBefore = seriesOf(await read())
  const words = Array.from({ length: 30 }, () => `w${randomUUID().slice(0, 8)}`)
  for (const word of words) await crawl(word)
  const text = await read()
  // limits may start to reject, which adds one more code, also bounded
  const fresh = [...seriesOf(text).difference(seriesBefore)].filter((series) => !series.includes('code="too_many_requests"'))
  expect(fresh.filter((series) => series.startsWith('duo_'))).toEqual([])
  for (const word of ['first-visit', '@example.com', ...words]) expect(text).not.toContain(word)
})

test.runIf(inSample(5, 3))(
  'while the database is frozen, the other metrics respond quickly and report that jobs cannot be counted',
  async () => {
    const { read } = await startMeasured()
    expect(seriesValue(await read(), 'duo_jobs_readable')).toBe(1)
    const thaw = freezePostgres(dataDir)
    try {
      await expect.poll(async () => seriesValue(await read(), 'duo_jobs_readable'), { timeout: 15_000 }).toBe(0)
      const startedAt = performance.now()
      const text = await read()
      expect(performance.now() - startedAt).toBeLessThan(3_000)
      expect(text).toContain('duo_streams_open 0')
      expect(text).not.toContain('duo_jobs{')
    } finally {
      thaw()
    }
    await expect.poll(async () => seriesValue(await read(), 'duo_jobs_readable'), { timeout: 15_000 }).toBe(1)
  },
)
