import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express, { type Response } from 'express'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { identify } from '../http/context.ts'
import { testApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  const one = { startsPerTick: 1, running: 1, waiting: 0 }
  app = await testApp({ TRUST_PROXY: '1' }, undefined, { page: one, call: one, stream: one })
})
afterAll(() => app.close())

// occupies the only call slot until the test releases it or ends
async function occupyCalls() {
  const answers: Response[] = []
  const other = express()
  other.use((_req, res, next) => {
    identify(res)
    next()
  })
  other.use(app.shedder.admit(() => 'call'))
  other.use((_req, res) => void answers.push(res))
  const server = createServer(other).listen(0)
  await once(server, 'listening')
  const call = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect.poll(() => answers.length).toBe(1)
  const release = async () => {
    for (const res of answers.splice(0)) res.end()
    await call
    server.closeAllConnections()
  }
  onTestFinished(release)
  return release
}

const body = (email: string) => JSON.stringify({ email, language: 'en', invitedByCode: null })
const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' }
const join = (email: string) => fetch(`${app.url}/api/trpc/waitlist.join`, { method: 'POST', headers, body: body(email) })
const counted = () => app.db.selectFrom('rate_limit').select('points').execute()

test('calls beyond the limit get 503 with Retry-After in the format of every call, and do not count for rate limits', async () => {
  const release = await occupyCalls()
  for (let i = 0; i < 20; i++) {
    const answer = await join(`refused-${i}@example.com`)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({
      error: {
        message: 'unavailable',
        code: -32603,
        data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: 'unavailable' },
      },
    })
  }
  const signIn = await fetch(`${app.url}/api/auth/sign-in/email`, { method: 'POST', headers, body: '{}' })
  expect([signIn.status, (await signIn.json()) as unknown]).toMatchObject([503, { code: 'UNAVAILABLE', message: 'unavailable' }])
  expect(await counted()).toEqual([])
  await release()
  expect((await join('welcome@example.com')).status).toBe(200)
  expect(await counted()).not.toEqual([])
  // one line for all rejected calls, not one each
  expect(app.logged()).not.toContain('"level":50')
})

test('health, readiness, cached pages and files work while calls and pages are rejected', async () => {
  const status = async (path: string) => (await fetch(app.url + path)).status
  expect(await status('/about')).toBe(200)
  await occupyCalls()
  const page = Promise.withResolvers<void>()
  onTestFinished(() => page.resolve())
  void app.shedder.page({} as Response, () => page.promise)
  expect(await status('/pricing')).toBe(503)
  for (const path of ['/health', '/ready', '/about', '/robots.txt']) expect([path, await status(path)]).toEqual([path, 200])
  // a stale cached page is better than an error
  app.state.edition = 'changed meanwhile'
  expect(await status('/about')).toBe(200)
})

test.each([
  ['/pt/pricing', {}, 'O Duo está ocupado agora'],
  ['/pricing', {}, 'Duo is busy right now'],
])('a rejected visitor of %s sees the reason in their language and when to retry', async (path, language, title) => {
  const page = Promise.withResolvers<void>()
  onTestFinished(() => page.resolve())
  void app.shedder.page({} as Response, () => page.promise)
  const answer = await fetch(app.url + path, { headers: language })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.text()).toContain(`<h1>${title}</h1>`)
})

test('a slow upload does not block other requests', async () => {
  const { port } = new URL(app.url)
  const sent = body('slow@example.com')
  const slow = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  const head = `POST /api/trpc/waitlist.join HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${sent.length}\r\nExpect: 100-continue\r\n\r\n`
  slow.write(head)
  // the server has the request now and waits for its body
  await once(slow, 'data')
  slow.write(sent.slice(0, 10))
  await expect.poll(async () => (await join('quick@example.com')).status).toBe(200)
  slow.write(sent.slice(10))
  const [answer] = (await once(slow, 'data')) as [Buffer]
  expect(answer.toString()).toContain('HTTP/1.1 200')
})
