import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join as path } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopEmbedded } from '@duo/db/embedded.ts'
import { errorCode } from '@duo/db/errors.ts'
import { freezeEmbedded } from '@duo/db/test-freeze.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/built-server.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from './env.ts'

/** How long a caller waits at most while the database does not respond, ms. */
const answerTime = 3_000
const dataDir = newDataDir()
const hasSmallDisk = mountSmallDisk(dataDir)
let server: BuiltServer

beforeAll(async () => {
  const port = String(await freePort())
  server = await startBuiltServer(
    onlySettings({ NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, CONFIRM_EMAIL: 'off', LOG_LEVEL: 'warn' }),
  )
}, 60_000)
afterAll(async () => {
  await server.end('SIGKILL')
  await stopEmbedded({ dataDir, mode: 'immediate' })
  if (hasSmallDisk) execFileSync('umount', ['--lazy', dataDir])
})

/** A small disk of its own for a folder; false where this user may not mount one. */
function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=711', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Takes what is left of a disk. */
function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(64 * 1024), { flag: 'a' })
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error
  }
}

type Asked = { path: string; body?: unknown; form?: string; cookie?: string }

/** Asks, and says how long that took. A caller that hears nothing for 10 s gives up, which is status 0. */
async function ask({ path, body, form, cookie }: Asked) {
  const started = performance.now()
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const [status, retryAfter] = await fetch(server.url + path, {
    ...((body ?? form) !== undefined && { method: 'POST', body: form ?? JSON.stringify(body) }),
    headers: { 'content-type': type, origin: server.url, ...(cookie && { cookie }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  }).then(
    async (response) => {
      await response.arrayBuffer()
      return [response.status, response.headers.get('retry-after')] as const
    },
    () => [0, null] as const,
  )
  return { path, status, retryAfter, ms: performance.now() - started }
}

const newEmail = () => `${randomUUID()}@example.com`
const join = (email = newEmail()): Asked => ({
  path: '/api/trpc/waitlist.join',
  body: { email, language: 'en', invitedByCode: null },
})
const signUp = (email = newEmail()): Asked => ({
  path: '/api/auth/sign-up/email',
  body: { name: 'Ana', email, password: 'correct horse battery' },
})

/** Somebody who is signed in, as the cookie of their browser. */
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

/** What needs the database, each in another way: pools, pipelined look-ups, transactions, better-auth, pages of one person. */
const needing = (cookie: string): Asked[] => [
  { path: '/ready' },
  join(),
  { path: '/', form: new URLSearchParams({ email: newEmail() }).toString() },
  signUp(),
  { path: '/api/auth/sign-in/email', body: { email: newEmail(), password: 'correct horse battery' } },
  { path: '/api/auth/get-session', cookie },
  { path: '/api/trpc/auth.session', cookie },
  { path: '/api/trpc/auth.account', cookie },
  { path: '/api/trpc/chat.send', body: { conversationId: randomUUID(), clientId: randomUUID(), content: 'Hi' }, cookie },
  { path: `/api/trpc/marketplace.agents?input=${encodeURIComponent('{"language":"en"}')}` },
  { path: '/blog/en/goduoai-revolution?once=1' },
  { path: '/blog?search=trust' },
  { path: '/account', cookie },
  { path: '/marketplace', cookie },
]
const kept: Asked[] = [{ path: '/' }, { path: '/pt' }, { path: '/blog' }, { path: '/pricing' }, { path: '/sitemap.xml' }]
const others: Asked[] = [{ path: '/health' }, { path: '/favicon.ico' }, { path: '/robots.txt' }]

const statuses = (answers: { path: string; status: number }[]) => answers.map(({ path, status }) => `${status} ${path}`)

test('while Postgres is frozen what needs it is refused within three seconds, the rest goes on, and after it all is as before', async () => {
  const cookie = await signedUp()
  for (let attempt = 0; attempt < tries(5); attempt++) {
    const before = await Promise.all([...kept, ...needing(cookie)].map(ask))
    expect(before.filter(({ status }) => status === 0 || status >= 500)).toEqual([])
    const thaw = await freezeEmbedded(dataDir)
    onTestFinished(thaw)
    const started = performance.now()
    do {
      const refused = await Promise.all(needing(cookie).map(ask))
      expect(statuses(refused)).toEqual(needing(cookie).map(({ path }) => `503 ${path}`))
      expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0)).map(({ path }) => path)).toEqual([])
      expect(refused.filter(({ ms }) => ms > answerTime).map(({ path, ms }) => `${path} ${ms}`)).toEqual([])
      const served = await Promise.all([...kept, ...others].map(ask))
      expect(statuses(served)).toEqual([...kept, ...others].map(({ path }) => `200 ${path}`))
      expect(served.filter(({ ms }) => ms > answerTime).map(({ path }) => path)).toEqual([])
      await sleep(500)
    } while (performance.now() - started < tries(20_000, 4_000))
    thaw()
    await expect
      .poll(
        async () =>
          (await Promise.all(needing(cookie).map(ask)))
            .filter(({ status }) => status === 0 || status >= 500)
            .map(({ path }) => path),
        {
          timeout: 5_000,
        },
      )
      .toEqual([])
  }
})

test.runIf(hasSmallDisk)(
  'while the disk is full joins are refused with a time to wait, and once there is room they work again',
  async () => {
    const filler = path(dataDir, 'filler')
    fill(filler)
    onTestFinished(() => rmSync(filler, { force: true }))
    // some rows still fit into pages that Postgres has
    const refused = []
    for (let i = 0; i < 250 && refused.length < 20; i++) {
      const { status, retryAfter } = await ask(join())
      if (status !== 200) refused.push({ status, retryAfter })
    }
    expect(refused).toEqual(Array.from({ length: 20 }, () => ({ status: 503, retryAfter: '5' })))
    expect(statuses(await Promise.all([...kept, ...others].map(ask))).filter((line) => !line.startsWith('200'))).toEqual([])
    rmSync(filler)
    await expect.poll(async () => (await ask(join())).status, { timeout: 10_000 }).toBe(200)
  },
)
