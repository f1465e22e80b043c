import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@duo/db/connection/connect.ts'
import { noteRecovery } from '@duo/platform/testing/faults/fault-report.ts'
import { storedJobs } from '@duo/platform/testing/jobs.ts'
import { wholeSuite } from '@duo/platform/testing/scope.ts'
import { newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startMailServer } from '@duo/platform/testing/servers/mail-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { missingFor, type RunningServers, startTwoServers } from '@duo/platform/testing/servers/two-servers.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { newAddress, testBrowser } from '../testing/accounts.ts'
import { type Browser, follow } from '../testing/chat.ts'
import { joinMany } from '../testing/jobs.ts'
import { startClients } from '../testing/load.ts'
import { chatSettings, longAnswer, readToTheEnd, startReader } from '../testing/streams.ts'

// npm test runs a short version in the lane two-servers, which also lists what is missing
const missing = missingFor({ pooled: true })
if (wholeSuite && missing) console.log(`skipped: faults of two servers behind nginx and PgBouncer, which need: ${missing}`)

describe.skipIf(!wholeSuite || missing !== null)('two servers behind nginx and PgBouncer', () => {
  let site: RunningServers
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let model: Awaited<ReturnType<typeof startModelServer>>
  beforeAll(async () => {
    mail = await startMailServer({ delay: 20 })
    model = await startModelServer({ usual: longAnswer })
    const settings = { ...chatSettings(model.url), SMTP_URL: mail.url }
    site = await startTwoServers({ dataDir: newDataDir(), environment: onlySettings, settings, pooled: true })
  })
  afterAll(async () => {
    await site.close()
    await model.close()
    await mail.close()
  })

  // the same person's browser at another URL of the site
  const at = (url: string, browser: Browser): Browser => {
    const moved = testBrowser(url)
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
    return moved
  }
  const server = (index: number) => site.urls[index] ?? ''

  const mailsTo = (recipients: string[]) => mail.received.filter(({ to }) => recipients.includes(to))

  // waits until no job waits or runs, and everyone has their mail exactly once
  async function expectOneMailEach(recipients: string[], timeout: number) {
    const { db, close } = connect({ url: site.databaseUrl, poolMax: 1, applicationName: 'duo-faults', onError: () => {} })
    try {
      await expect.poll(() => storedJobs(db), { timeout, message: 'jobs left' }).toEqual([])
    } finally {
      await close()
    }
    expect(
      mailsTo(recipients)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(recipients.toSorted())
  }

  test('a start through PgBouncer without a direct URL fails with one line', async () => {
    const settings = { NODE_ENV: 'test', PORT: '0', DATA_DIR: newDataDir(), DATABASE_URL: site.pooler?.url ?? '' }
    const failure = await startBuiltServer(onlySettings(settings)).catch((error: Error) => error.message)
    expect(failure).toMatch(
      /^the server exited before it was ready \(1\):\nDuo cannot start: DATABASE_URL uses a pooler in transaction mode; [^\n]*\n$/,
    )
  })

  // signs in through nginx from an address of this machine, as the last proxy before nginx or as a client
  const signIn = (email: string, { url, from: localAddress, says }: { url: string; from: string; says: string }) =>
    new Promise<number>((done, fail) => {
      const body = JSON.stringify({ email, password: 'not the password' })
      const { port, host } = new URL(url)
      const headers = { 'content-type': 'application/json', host, origin: url, 'x-forwarded-for': says }
      request({ host: '127.0.0.1', port, path: '/api/auth/sign-in/email', method: 'POST', localAddress, headers })
        .on('response', (response) => done(response.resume().statusCode ?? 0))
        .on('error', fail)
        .end(body)
    })
  const tenThenNoMore = [...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]

  test('both servers share one limit per client address, as seen by the proxy in front of nginx', async () => {
    const email = newAddress()
    const { url } = site
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) statuses.push(await signIn(email, { url, from: '127.0.0.2', says: `203.0.113.${i}, 192.0.2.7` }))
    expect(statuses).toEqual(tenThenNoMore)
    expect(await signIn(email, { url, from: '127.0.0.2', says: '192.0.2.7, 192.0.2.8' })).toBe(401)
  })

  test('ignores forwarded addresses from clients if nginx is the only proxy', async () => {
    const dataDir = newDataDir()
    const alone = await startTwoServers({ dataDir, environment: onlySettings, settings: { TRUST_PROXY: '1' }, pooled: false })
    onTestFinished(alone.close)
    const email = newAddress()
    const { url } = alone
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) statuses.push(await signIn(email, { url, from: '127.0.0.2', says: `203.0.113.${i}` }))
    expect(statuses).toEqual(tenThenNoMore)
    expect(await signIn(email, { url, from: '127.0.0.3', says: '127.0.0.2' })).toBe(401)
  })

  test('a reply streams through nginx, and from the server that does not generate it', async () => {
    const { browser, replyId } = await startReader(server(0))
    const started = performance.now()
    const moments: number[] = []
    const noteFirst = () => {
      if (moments.length === 0) moments.push(performance.now() - started)
      return false
    }
    const elsewhere = [at(server(1), browser), at(site.url, browser), at(site.url, browser)]
    const reads = await Promise.all(elsewhere.map((tab, i) => follow(tab, replyId, i === 0 ? {} : { enough: noteFirst })))
    // 160 words, 50 ms each
    expect(performance.now() - started).toBeGreaterThan(5_000)
    expect(moments[0]).toBeLessThan(2_000)
    for (const read of reads) {
      expect(read.end?.message?.status).toBe('done')
      expect(read.text).toBe(read.end?.message?.content)
      expect(read.events.length).toBeGreaterThan(20)
    }
  })

  test('a reply continues for its reader when the server that streamed it restarts', async () => {
    const { browser, replyId } = await startReader(server(0))
    const reading = follow(at(server(1), browser), replyId)
    const restarted = site.restart(1)
    const first = await reading
    expect(first.end).toBeNull()
    const rest = await follow(at(server(0), browser), replyId, { from: first.lastId })
    expect(rest.end?.message?.status).toBe('done')
    expect(first.text + rest.text).toBe(rest.end?.message?.content)
    expect((await restarted)?.code).toBe(0)
  })

  test('restarting one server after the other under load fails no request and loses no word', async () => {
    const { load, stop } = startClients(site.url, 8, { restarts: true })
    const { browser, replyId } = await startReader(site.url)
    const read = readToTheEnd(browser, replyId)
    for (const index of [0, 1]) {
      expect((await site.restart(index))?.code).toBe(0)
      const { done } = load
      await expect.poll(() => load.done, { timeout: 10_000 }).toBeGreaterThan(done + 50)
    }
    const { text, message } = await read
    await stop()
    expect(load.failures).toEqual([])
    expect(text).toBe(message?.content)
  })

  test('mails queued by one server are sent once by both, even if that server is killed', async () => {
    const recipients = await joinMany(server(0), 40)
    expect(recipients).toHaveLength(40)
    await expectOneMailEach(recipients, 30_000)

    const others = await joinMany(server(0), 40)
    await site.servers[0]?.end('SIGKILL')
    const killed = performance.now()
    const { db, close } = connect({ url: site.databaseUrl, poolMax: 1, applicationName: 'duo-faults', onError: () => {} })
    await expect.poll(() => storedJobs(db), { timeout: 40_000, interval: 200 }).toEqual([])
    await close()
    noteRecovery('one of two servers killed with 40 mails in progress', performance.now() - killed)
    // a mail that was accepted but not yet marked as sent may repeat, but only with the same Message-ID
    expect(new Set(mailsTo(others).map(({ to }) => to)).size).toBe(others.length)
    expect(new Set(mailsTo(others).map(({ messageId }) => messageId)).size).toBe(others.length)
    await site.restart(0)
  })

  test('servers survive a restart of PgBouncer: replies finish, and mails continue and arrive once', async () => {
    const { browser, replyId } = await startReader(server(0))
    const read = readToTheEnd(at(server(1), browser), replyId)
    const before = await joinMany(site.url, 20)
    await site.pooler?.restart()
    const restarted = performance.now()
    await expect
      .poll(async () => (await Promise.all(site.urls.map((url) => fetch(`${url}/ready`)))).map(({ status }) => status), {
        timeout: 10_000,
      })
      .toEqual([200, 200])
    noteRecovery('PgBouncer restarted, until both servers are ready', performance.now() - restarted)
    const after = await joinMany(site.url, 20)
    expect(after).toHaveLength(20)
    await expectOneMailEach([...before, ...after], 30_000)
    const { text, message } = await read
    expect(message?.status).toBe('done')
    expect(text).toBe(message?.content)
  })

  test('while PgBouncer is down, calls fail within three seconds and cached pages are served', async () => {
    await fetch(`${site.url}/pricing`)
    await site.pooler?.stop()
    for (let i = 0; i < 6; i++) {
      const started = performance.now()
      const { status } = await fetch(`${site.url}/api/trpc/waitlist.join`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: newAddress(), language: 'en', invitedByCode: null }),
      })
      expect(status).toBe(503)
      expect(performance.now() - started).toBeLessThan(3_000)
    }
    expect((await fetch(`${site.url}/pricing`)).status).toBe(200)
    await sleep(1_000)
    await site.pooler?.restart()
    await expect.poll(async () => (await fetch(`${site.url}/ready`)).status, { timeout: 10_000 }).toBe(200)
    expect(await joinMany(site.url, 5)).toHaveLength(5)
  })
})
