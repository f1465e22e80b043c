import { request } from 'node:http'
import { type AddressInfo, connect, createServer as createMailServer } from 'node:net'
import { openDatabase } from '@duo/db/connection/open.ts'
import { startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { expect, test } from '@playwright/test'
import { uniqueEmail } from '../support/fixtures.ts'
import { type OwnServers, ownServers } from '../support/server.ts'

test.describe.configure({ mode: 'default', timeout: 60_000 })

let servers: OwnServers
let dataDir = ''
test.beforeEach(() => {
  servers = ownServers()
  dataDir = servers.dataDir
})
test.afterEach(() => servers.close())

const launch = (settings?: Record<string, string>) => servers.launch(settings)

/** Response to a join over HTTP, or its error. */
interface Joined {
  result?: { data: { data: { position: number } } }
  error?: { data: { appCode: string } }
}

const joinList = async (url: string, email: string) => {
  const answer = await fetch(`${url}/api/trpc/waitlist.join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, language: 'en', invitedByCode: null }),
  })
  return { status: answer.status, body: (await answer.json()) as Joined }
}

/** Signs up on a server without confirmation mails. Returns the session cookies. */
const openAccount = async (url: string, email: string) => {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Ana Souza', email, password: 'abacate-azul-77', language: 'en' }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const storedEmails = async () => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
  const rows = await database.db.selectFrom('waitlist_signup').select('email').execute()
  await database.close()
  return rows.map(({ email }) => email)
}

test('every acknowledged join survives kill -9 of the server and of Postgres', async () => {
  const first = await launch()
  const acknowledged: string[] = []
  const joining = Array.from({ length: 4 }, async (_, worker) => {
    for (let i = 0; acknowledged.length < 200; i++) {
      const email = uniqueEmail(`kill${worker}.${i}`)
      const answer = await joinList(first.url, email).catch(() => null)
      if (answer === null) return
      if (answer.status === 200) acknowledged.push(email)
      if (acknowledged.length === 60) {
        const { pid } = await startEmbedded({ dataDir })
        process.kill(-(first.process.pid ?? 0), 'SIGKILL')
        process.kill(pid, 'SIGKILL')
      }
    }
  })
  await Promise.all(joining)
  await first.exit
  expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  expect(acknowledged.length).toBeLessThan(200)

  const second = await launch()
  expect(await storedEmails()).toEqual(expect.arrayContaining(acknowledged))
  const next = await joinList(second.url, uniqueEmail('after'))
  expect(next.body.result?.data.data.position, JSON.stringify(next.body)).toBe((await storedEmails()).length)
  second.process.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})

test('a second server on the same data folder exits, names the first process and does not disturb it', async () => {
  const first = await launch()
  const second = servers.run()
  expect(await second.exit).toBe(1)
  expect(second.output()).toContain(`${first.process.pid}`)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect((await joinList(first.url, uniqueEmail('still'))).status).toBe(200)
  first.process.kill('SIGTERM')
  expect(await first.exit).toBe(0)
})

test('when Postgres dies, calls are rejected, pages are still served, and the server restarts it', async () => {
  const server = await launch()
  await joinList(server.url, uniqueEmail('before'))
  const { pid } = await startEmbedded({ dataDir })
  process.kill(pid, 'SIGKILL')
  const during = await joinList(server.url, uniqueEmail('during'))
  expect([200, 503]).toContain(during.status)
  if (during.status === 503) expect(during.body.error?.data.appCode).toBe('unavailable')
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect((await fetch(server.url)).status).toBe(200)
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status, { timeout: 15_000 }).toBe(200)
  expect((await joinList(server.url, uniqueEmail('after'))).status).toBe(200)
  expect(server.output()).toContain('the embedded Postgres is back')
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

test('reports an unreachable external database, and recovers when it is reachable again', async () => {
  const embedded = await startEmbedded({ dataDir })
  const server = await launch({ DATABASE_URL: embedded.url, SECRET: 'x'.repeat(32), CONFIRM_EMAIL: 'off' })
  expect((await joinList(server.url, uniqueEmail('before'))).status).toBe(200)
  const cookie = await openAccount(server.url, uniqueEmail('signed-in'))
  expect((await fetch(`${server.url}/account`, { headers: { cookie }, redirect: 'manual' })).status).toBe(200)
  await stopEmbedded({ dataDir, mode: 'immediate' })
  const refusedJoin = await joinList(server.url, uniqueEmail('away'))
  expect([refusedJoin.status, refusedJoin.body.error?.data.appCode]).toEqual([503, 'unavailable'])
  expect((await fetch(`${server.url}/ready`)).status).toBe(503)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect((await fetch(server.url)).status).toBe(200)
  for (const [path, words] of [
    ['/pt/marketplace', 'Erro ao carregar agentes'],
    ['/blog', 'We could not load the articles.'],
    ['/account', 'Unexpected Application Error!'],
  ] as const) {
    const page = await fetch(server.url + path, { headers: path === '/account' ? { cookie } : {}, redirect: 'manual' })
    expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([503, '5', expect.stringContaining(words)])
  }
  await startEmbedded({ dataDir })
  await expect.poll(async () => (await joinList(server.url, uniqueEmail('back'))).status, { timeout: 15_000 }).toBe(200)
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

/** Whether the URL accepts new connections. */
const listens = (url: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy()
      done(true)
    }).on('error', () => done(false))
  })

test('finishes a running request before it stops', async () => {
  const server = await launch()
  const email = uniqueEmail('closing')
  const sent = JSON.stringify({ email, language: 'en', invitedByCode: null })
  const call = request(`${server.url}/api/trpc/waitlist.join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': sent.length },
  })
  const answer = new Promise<number | undefined>((done, fail) =>
    call.on('response', (response) => done(response.statusCode)).on('error', fail),
  )
  call.write(sent.slice(0, 20))
  // once another call has its response, the first half of this one has arrived too
  await joinList(server.url, uniqueEmail('other'))
  server.process.kill('SIGTERM')
  await expect.poll(() => listens(server.url), { timeout: 8_000 }).toBe(false)
  call.end(sent.slice(20))
  expect(await answer).toBe(200)
  expect(await server.exit).toBe(0)
  expect(await storedEmails()).toContain(email)
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} ends the server and its Postgres`, async () => {
    const server = await launch()
    server.process.kill(signal)
    expect(await server.exit).toBe(0)
    expect(await stopEmbedded({ dataDir })).toBeNull()
  })
}

test('the mail of a join is sent exactly once if the server is killed before sending it', async () => {
  // accepts the connection but never greets, so that the mail stays in progress
  const mailServer = createMailServer(() => {})
  await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done))
  const first = await launch({ SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}` })
  const connected = new Promise((done) => mailServer.once('connection', done))
  const email = uniqueEmail('killed')
  expect((await joinList(first.url, email)).status).toBe(200)
  await connected
  process.kill(-(first.process.pid ?? 0), 'SIGKILL')
  await first.exit
  mailServer.close()

  const second = await launch()
  const caughtBy = async (recipient: string) => {
    const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'duo-e2e' })
    const rows = await database.db.selectFrom('caught_mail').where('recipient', '=', recipient).select('subject').execute()
    await database.close()
    return rows
  }
  const caught = async () => (await caughtBy(email)).length
  await expect.poll(caught, { timeout: 40_000, intervals: [500] }).toBe(1)
  // a second copy would have arrived before the next mail of the same server
  const later = uniqueEmail('later')
  await joinList(second.url, later)
  await expect.poll(async () => (await caughtBy(later)).length, { timeout: 20_000, intervals: [500] }).toBe(1)
  expect(await caught()).toBe(1)
  second.process.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})
