import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join as path } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@duo/db/connection/connect.ts'
import { freezeEmbedded } from '@duo/db/test-server/freeze.ts'
import { findEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { noteRecovery } from '@duo/platform/testing/faults/fault-report.ts'
import { fillDisk, mountSmallDisk, unmount } from '@duo/platform/testing/faults/small-disk.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from '../config/env.ts'

// ms, the longest response time while the database does not respond
const answerTime = 3_000
// ms, ends a test that hangs: beside a load of ten, recovery takes longer than the figure that the report notes
const patience = 20_000
const dataDir = newDataDir()
const hasSmallDisk = mountSmallDisk(dataDir)
let server: BuiltServer

beforeAll(async () => {
  const port = String(await freePort())
  server = await startBuiltServer(
    onlySettings({
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      CONFIRM_EMAIL: 'off',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }),
  )
}, 60_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await stopEmbedded({ dataDir, mode: 'immediate' })
  if (hasSmallDisk) unmount(dataDir)
})

type FaultRequest = { path: string; body?: unknown; form?: string; cookie?: string; key?: string }

// returns the response and its time; status 0 after 10 s without a response
async function ask({ path, body, form, cookie, key }: FaultRequest) {
  const started = performance.now()
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const [status, retryAfter, text] = await fetch(server.url + path, {
    ...((body ?? form) !== undefined && { method: 'POST', body: form ?? JSON.stringify(body) }),
    headers: {
      'content-type': type,
      origin: server.url,
      // each caller is another person
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
      ...(cookie && { cookie }),
      ...(key && { 'idempotency-key': key }),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).then(
    async (response) => {
      const text = await response.text()
      return [response.status, response.headers.get('retry-after'), text] as const
    },
    () => [0, null, ''] as const,
  )
  return { path, status, retryAfter, text, ms: performance.now() - started }
}

// retries while the server is overloaded, as a caller with a key may
async function untilDone(request: FaultRequest) {
  const started = performance.now()
  while (true) {
    const answer = await ask(request)
    if (answer.status !== 503 || performance.now() - started > patience) return answer
    await sleep(randomInt(500))
  }
}

const newEmail = () => `${randomUUID()}@example.com`
const join = (email = newEmail(), key?: string): FaultRequest => ({
  path: '/api/trpc/waitlist.join',
  body: { email, language: 'en', invitedByCode: null },
  ...(key && { key }),
})
// without the ticket, which is signed again for each response
const answerIn = (text: string) => text.replace(/"ticket":"[^"]*"/, '')

async function inDatabase<T>(look: (db: ReturnType<typeof connect>['db']) => Promise<T>): Promise<T> {
  const { db, close } = connect({ url: findEmbedded(dataDir) ?? '', onError: () => {} })
  try {
    return await look(db)
  } finally {
    await close()
  }
}
const rowsOf = (emails: string[]) =>
  inDatabase((db) => db.selectFrom('waitlist_signup').where('email', 'in', emails).select('email').execute())
const mailsTo = (emails: string[]) =>
  inDatabase((db) => db.selectFrom('caught_mail').where('recipient', 'in', emails).select(['recipient', 'subject']).execute())
const signUp = (email = newEmail()): FaultRequest => ({
  path: '/api/auth/sign-up/email',
  body: { name: 'Ana', email, password: 'correct horse battery' },
})

// a signed-in person, as a cookie
async function signedUp(): Promise<string> {
  const { path, body } = signUp()
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** `/ready` is asked apart: it says that nothing can be written. */
const isRead = ({ path, body, form }: FaultRequest) => path !== '/ready' && body === undefined && form === undefined

// each depends on the database in a different way: pools, pipelined look-ups, transactions, better-auth, personal pages
const needing = (cookie: string): FaultRequest[] => [
  { path: '/ready' },
  join(),
  // the form's POST is redirected here
  { path: `/?key=${randomUUID()}`, form: new URLSearchParams({ email: newEmail() }).toString() },
  signUp(),
  { path: '/api/auth/sign-in/email', body: { email: newEmail(), password: 'correct horse battery' } },
  { path: '/api/auth/get-session', cookie },
  { path: '/api/trpc/auth.session', cookie },
  { path: '/api/trpc/auth.account', cookie },
  { path: '/api/trpc/chat.send', body: { conversationId: randomUUID(), clientId: randomUUID(), content: 'Hi' }, cookie },
  // not cached, because these calls send an Origin header
  { path: `/api/trpc/marketplace.agents?input=${encodeURIComponent('{"language":"en"}')}` },
  { path: '/blog/en/goduoai-revolution?once=1' },
  { path: '/blog?search=trust' },
  { path: '/account', cookie },
]
const cached: FaultRequest[] = ['/', '/pt', '/blog', '/pricing', '/marketplace', '/sitemap.xml'].map((path) => ({ path }))
const others: FaultRequest[] = [{ path: '/health' }, { path: '/favicon.ico' }, { path: '/robots.txt' }]

const statuses = (answers: { path: string; status: number }[]) =>
  answers.map(({ path, status }) => `${status} ${path.replace(/key=.*/, 'key')}`)
const allWith = (status: number, requests: FaultRequest[]) => statuses(requests.map(({ path }) => ({ path, status })))

test('while Postgres is frozen, requests that need it fail within three seconds and the rest work; afterwards all recover', async () => {
  const cookie = await signedUp()
  for (let attempt = 0; attempt < tries(5); attempt++) {
    const before = await Promise.all([...cached, ...needing(cookie)].map(ask))
    expect(before.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    const thaw = await freezeEmbedded(dataDir)
    onTestFinished(thaw)
    const started = performance.now()
    do {
      const refused = await Promise.all(needing(cookie).map(ask))
      expect(statuses(refused)).toEqual(allWith(503, needing(cookie)))
      expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0)).map(({ path }) => path)).toEqual([])
      expect(refused.filter(({ ms }) => ms > answerTime).map(({ path, ms }) => `${path} ${ms}`)).toEqual([])
      const served = await Promise.all([...cached, ...others].map(ask))
      expect(statuses(served)).toEqual(allWith(200, [...cached, ...others]))
      expect(served.filter(({ ms }) => ms > answerTime).map(({ path }) => path)).toEqual([])
      await sleep(500)
    } while (performance.now() - started < tries(20_000, 3_000))
    thaw()
    const thawed = performance.now()
    await expect
      .poll(
        async () =>
          (await Promise.all(needing(cookie).map(ask)))
            .filter(({ status }) => status === 0 || status >= 500)
            .map(({ path }) => path),
        { timeout: patience },
      )
      .toEqual([])
    noteRecovery('Postgres frozen for 20 s, until all kinds of requests succeed again', performance.now() - thawed)
  }
})

test('a join cut off by a freeze can be retried as a first join, with one entry and one mail', async () => {
  for (let attempt = 0; attempt < tries(20); attempt++) {
    const people = Array.from({ length: 30 }, () => ({ email: newEmail(), key: randomUUID() }))
    const emails = people.map(({ email }) => email)
    const joinAll = () => Promise.all(people.map(({ email, key }) => ask(join(email, key))))
    const cut = joinAll()
    await sleep(randomInt(60))
    const thaw = await freezeEmbedded(dataDir)
    onTestFinished(thaw)
    for (const { status } of await cut) expect([200, 503]).toContain(status)
    thaw()
    const thawed = performance.now()
    let answers = await joinAll()
    await expect
      .poll(
        async () => {
          answers = await joinAll()
          return answers.filter(({ status }) => status !== 200).length
        },
        { timeout: patience },
      )
      .toBe(0)
    for (const { text } of answers) expect(text).toContain('"userExists":false')
    expect((await rowsOf(emails)).map(({ email }) => email).sort()).toEqual([...emails].sort())
    await expect
      .poll(async () => (await mailsTo(emails)).map(({ recipient }) => recipient).sort(), { timeout: 15_000 })
      .toEqual([...emails].sort())
    noteRecovery('Postgres frozen during 30 joins, until each retry has one entry and one mail', performance.now() - thawed)
  }
})

test('a thousand idempotency keys, sent twenty times each, have one effect and one response each', async () => {
  const people = Array.from({ length: tries(1_000, 20) }, () => ({ email: newEmail(), key: randomUUID() }))
  for (let i = 0; i < people.length; i += 10) {
    const some = people.slice(i, i + 10)
    const copies = await Promise.all(
      some.flatMap(({ email, key }) => Array.from({ length: 20 }, async () => ({ key, ...(await untilDone(join(email, key))) }))),
    )
    expect(copies.filter(({ status }) => status !== 200).length).toBe(0)
    for (const { key } of some)
      expect(new Set(copies.filter((copy) => copy.key === key).map(({ text }) => answerIn(text))).size).toBe(1)
    expect(copies.filter(({ text }) => !text.includes('"userExists":false')).length).toBe(0)
  }
  expect(await rowsOf(people.map(({ email }) => email))).toHaveLength(people.length)
})

test.runIf(hasSmallDisk)(
  'while the disk is full, joins fail with Retry-After, reading works, and joins work again once there is space',
  async () => {
    const cookie = await signedUp()
    const filler = path(dataDir, 'filler')
    fillDisk(filler)
    onTestFinished(() => rmSync(filler, { force: true }))
    // thousands of rows may still fit into the pages and the log that Postgres has allocated
    const refused = []
    for (let sent = 0; sent < 10_000 && refused.length < 20; sent += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(join())))
      for (const { status, retryAfter } of answers) if (status !== 200) refused.push({ status, retryAfter })
    }
    expect(refused.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => ({ status: 503, retryAfter: '5' })))
    const reads = [...cached, ...others, ...needing(cookie).filter(isRead)]
    expect(statuses(await Promise.all(reads.map(ask))).filter((line) => !line.startsWith('200'))).toEqual([])
    const direct = await fetch(`${server.url}/ready`)
    expect([direct.status, await direct.text()]).toEqual([503, '{"status":"database full"}'])
    rmSync(filler)
    await expect.poll(async () => (await ask(join())).status, { timeout: 10_000 }).toBe(200)
  },
)
