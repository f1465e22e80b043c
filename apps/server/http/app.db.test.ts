import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from '@duo/db/connection/connect.ts'
import { makeSignup } from '@duo/db/factories.ts'
import { eventually } from '@duo/db/testing.ts'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { maxJsonDepth } from '@duo/platform/server/security/nested-json.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import express from 'express'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { batchLimit, bodyLimit } from './api.ts'
import { health } from './health.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const address = 'someone@example.com'
const body = (email: string) => JSON.stringify({ email, language: 'en', invitedByCode: null })
const post = (path: string, { headers, body: sent = body(address) }: { headers?: Record<string, string>; body?: string } = {}) =>
  fetch(app.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: sent })
const stored = async () => (await app.db.selectFrom('waitlist_signup').select('email').execute()).map(({ email }) => email)

test('a join over HTTP returns the position and is stored', async () => {
  const answer = await post('/api/trpc/waitlist.join', { body: body('first@example.com') })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ result: { data: { error: null, data: { position: 1 } } } })
  expect(await stored()).toContain('first@example.com')
})

test.each([
  ['an empty address', body(''), 400, 'bad_input'],
  ['an address of 255 characters', body(`${'a'.repeat(243)}@example.com`), 400, 'bad_input'],
  ['a malformed address', body('someone@'), 400, 'bad_input'],
  ['look-alike letters', body('sоmeone@example.com'), 400, 'bad_input'],
  ['a body that is not JSON', 'email=someone@example.com', 400, 'bad_input'],
  ['a body over the limit', body('x'.repeat(bodyLimit)), 413, 'too_large'],
])('%s is rejected with its status and code', async (_name, sent, status, appCode) => {
  const before = await stored()
  const answer = await post('/api/trpc/waitlist.join', { body: sent })
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { message: appCode, data: { appCode } } })
  expect(await stored()).toEqual(before)
})

test.each([
  [
    'a call',
    200,
    (deep: string) =>
      post('/api/trpc/waitlist.join', {
        body: `{"email":"deep@example.com","language":"en","invitedByCode":null,"more":${deep}}`,
      }),
  ],
  ['the query of a call', 200, (deep: string) => fetch(`${app.url}/api/trpc/auth.session?input=${deep}`)],
  [
    'a sign-in',
    401,
    (deep: string) =>
      post('/api/auth/sign-in/email', { body: `{"email":"deep@example.com","password":"abacate-azul-77","more":${deep}}` }),
  ],
])('the JSON of %s is refused when it is nested too deeply', async (_name, status, send) => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  expect((await send(nested(maxJsonDepth - 1))).status).toBe(status)
  expect((await send(nested(maxJsonDepth + 1))).status).toBe(400)
})

test('names the invalid field', async () => {
  const answer = await post('/api/trpc/waitlist.join', { body: body('someone@') })
  expect(await answer.json()).toMatchObject({ error: { data: { fields: { email: 'invalid_email' } } } })
})

test('rejects an unknown procedure, a wrong method, a wrong content type and an oversized batch', async () => {
  expect((await post('/api/trpc/waitlist.leave')).status).toBe(404)
  expect((await fetch(`${app.url}/api/trpc/waitlist.join?input=%7B%7D`)).status).toBe(405)
  expect((await post('/api/trpc/waitlist.join', { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  const calls = Array(batchLimit + 1).fill('waitlist.join')
  expect((await post(`/api/trpc/${calls.join(',')}?batch=1`, { body: '{}' })).status).toBe(400)
  expect((await post('/pricing')).status).toBe(405)
  expect(await stored()).not.toContain(address)
})

test.each(['\u0000', 'a b', 'x'.repeat(65), '<script>'])(
  'rejects an impossible code (%j) as bad input',
  async (invitedByCode) => {
    const answer = await post('/api/trpc/waitlist.join', {
      body: JSON.stringify({ email: address, language: 'en', invitedByCode }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { data: { fields: { invitedByCode: 'invalid_code' } } } })
  },
)

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['a site that the browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
])('rejects a browser call from %s', async (_name, headers: Record<string, string>) => {
  expect((await post('/api/trpc/waitlist.join', { headers })).status).toBe(403)
  expect(await stored()).not.toContain(address)
})

test('accepts a form of our own page from a browser that sends no referrer, whose origin is null', async () => {
  const send = (site: string) =>
    fetch(`${app.url}/`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: 'null@example.com' }),
      headers: { origin: 'null', 'sec-fetch-site': site },
    })
  // accepted: redirected to an address with a key, so that sending it again joins once
  expect([(await send('cross-site')).status, (await send('same-origin')).status]).toEqual([403, 307])
})

test('a mail program that is a page or an extension unsubscribes in one click: the ticket in the address is the proof', async () => {
  const send = (ticket: string, origin: string) =>
    fetch(`${app.url}/waitlist/unsubscribe?ticket=${ticket}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      headers: { origin, 'sec-fetch-site': 'cross-site' },
    })
  for (const origin of ['https://webmail.example', 'moz-extension://1b2c', 'null']) {
    const { id } = await makeSignup(app.db)
    const ticket = signTicket(app.appContext.secret, { purpose: ticketPurposes.unsubscribe, subject: id, expiresIn: '1h' })
    expect((await send('forged', origin)).status, origin).toBe(400)
    expect((await send(ticket, origin)).status, origin).toBe(200)
    const row = app.db.selectFrom('waitlist_signup').where('id', '=', id).select('unsubscribed_at').executeTakeFirstOrThrow()
    expect((await row).unsubscribed_at, origin).not.toBeNull()
  }
})

test('capitals in a path do not bypass the checks by path', async () => {
  for (const path of ['/API/trpc/waitlist.join', '/Api/tRPC/waitlist.join'])
    expect((await post(path, { body: body('capitals@example.com') })).status, path).toBe(405)
  expect(await stored()).not.toContain('capitals@example.com')
  const read = await fetch(`${app.url}/API/trpc/auth.session`, { headers: { origin: 'https://evil.example' } })
  // redirected to the canonical spelling, which rejects it
  expect(read.status).toBe(403)
})

test('accepts a call from our own page', async () => {
  const answer = await post('/api/trpc/waitlist.join', {
    body: body('own@example.com'),
    headers: { origin: app.url, 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status).toBe(200)
})

test('the log contains no personal data from requests', async () => {
  await post('/api/trpc/waitlist.join', { body: body('private.person@example.com') })
  await post('/api/trpc/waitlist.join', { body: body('private.person@') })
  await fetch(`${app.url}/?email=private.person@example.com`)
  expect(app.logged()).toContain('waitlist.join')
  expect(app.logged()).not.toContain('private.person')
})

test('a missing page or file is logged with its path', async () => {
  await fetch(`${app.url}/assets/none.js`)
  await eventually(() => expect(app.logged()).toMatch(/"path":"\/assets\/none\.js".*"status":404.*"msg":"page not found"/))
})

test('every response has the security headers and an id, and scripts run by nonce only', async () => {
  const { headers } = await fetch(`${app.url}/?own`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-\w{32}' 'strict-dynamic'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy.match(/script-src [^;]*/)?.[0]).not.toContain('unsafe')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const again = (await fetch(`${app.url}/?own`)).headers.get('content-security-policy')
  expect(again).not.toBe(policy)
})

test('the script nonce has 128 random bits', async () => {
  const nonces = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const policy = (await fetch(`${app.url}/?own`)).headers.get('content-security-policy') ?? ''
      return /'nonce-([0-9a-f]{32})'/.exec(policy)?.[1] ?? ''
    }),
  )
  expect(new Set(nonces).size).toBe(40)
  // a UUID has the same digit in this position
  expect(new Set(nonces.map((nonce) => nonce[12])).size).toBeGreaterThan(1)
})

test('a rejected call is logged with its procedure, code and request id, and without personal data', async () => {
  const refused = await post('/api/trpc/auth.erase', { body: JSON.stringify({ password: 'one-that-is-secret' }) })
  await post('/api/trpc/waitlist.join', { body: body('hostile.person@') })
  const lines = app
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const requestId = refused.headers.get('x-request-id')
  expect(lines).toContainEqual(expect.objectContaining({ requestId, procedure: 'auth.erase', code: 'unauthorized' }))
  expect(lines).toContainEqual(expect.objectContaining({ procedure: 'waitlist.join', code: 'bad_input' }))
  expect(app.logged()).not.toMatch(/one-that-is-secret|hostile\.person/)
})

test('redirects to Portuguese if requested; an explicit choice wins; a plain crawler stays', async () => {
  const visit = (path: string, headers: Record<string, string>) => fetch(app.url + path, { headers, redirect: 'manual' })
  const sent = await visit('/pricing?a=1', { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' })
  expect([sent.status, sent.headers.get('location'), sent.headers.get('vary')]).toEqual([
    302,
    '/pt/pricing?a=1',
    expect.stringContaining('Accept-Language'),
  ])
  expect((await visit('/', { 'accept-language': 'pt-BR', cookie: 'lang=en' })).status).toBe(200)
  expect((await visit('/', { 'accept-language': 'en', cookie: 'lang=pt' })).headers.get('location')).toBe('/pt')
  expect((await visit('/', { 'accept-language': 'en-GB,pt' })).status).toBe(200)
  expect(await (await visit('/pt', { 'accept-language': 'en' })).text()).toContain('<p>pt</p>')
  expect((await visit('/', { 'accept-language': '' })).status).toBe(200)
  expect((await visit('//evil.example', { cookie: 'lang=pt' })).headers.get('location')).not.toMatch(/^\/\//)
  const switched = await visit('/', { 'accept-language': 'pt', referer: `${app.url}/pt` })
  expect([switched.status, switched.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^lang=en;/)])
  expect((await visit('/', { 'accept-language': 'pt', referer: 'https://other.example/pt' })).status).toBe(302)
})

test('addresses that people type lead to the pages that they mean', async () => {
  const visit = async (path: string, language = 'en') => {
    const { status, headers } = await fetch(app.url + path, { headers: { 'accept-language': language }, redirect: 'manual' })
    return [status, headers.get('location')]
  }
  expect(await visit('/login')).toEqual([302, '/auth?mode=sign-in'])
  expect(await visit('/pt/cadastro')).toEqual([302, '/pt/auth?mode=sign-up'])
  expect(await visit('/rss.xml', 'pt')).toEqual([302, '/pt/blog/rss.xml'])
  expect(await visit('/.well-known/change-password')).toEqual([302, '/account#password'])
  expect(await visit('/pricing%0A')).toEqual([301, '/pricing'])
})

test('a form joins on the home pages only; another spelling of the path or a repeated field does not join', async () => {
  const form = async (path: string, fields: string) => {
    const answer = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: fields,
    })
    return answer.status
  }
  expect(await form('/pt', 'email=posted%40example.com')).toBe(200)
  expect(await stored()).toContain('posted@example.com')
  for (const path of ['/PT', '/pt/', '/pricing']) expect(await form(path, 'email=denied%40example.com'), path).toBe(405)
  expect(await form('/', 'email=denied%40example.com&email=denied%40example.com')).toBe(400)
  expect(await form('/', '')).toBe(400)
  expect(await stored()).not.toContain('denied@example.com')
})

test('a form without a key is redirected to a URL with one, where a reload repeats the result instead of joining again', async () => {
  const body = new URLSearchParams({ email: 'again@example.com' })
  const sent = await fetch(`${app.url}/pt`, { method: 'POST', body, redirect: 'manual' })
  const location = sent.headers.get('location') ?? ''
  expect([sent.status, location]).toEqual([307, expect.stringMatching(/^\/pt\?key=[0-9a-f-]{36}#email-collection$/)])
  expect(await stored()).not.toContain('again@example.com')
  const post = async (path: string) => (await fetch(app.url + path, { method: 'POST', body })).text()
  // the response may be lost: a reload submits the same form again
  for (const _ of ['first', 'reload']) expect(await post(location)).toContain('"userExists":false')
  expect(await post('/pt')).toContain('"userExists":true')
  expect(await post('/pt?key=odd')).toContain('"userExists":true')
  expect((await stored()).filter((email) => email === 'again@example.com')).toHaveLength(1)
})

test('a form of the page that everyone gets posts to the address of an invitation, whose code counts unless another is typed', async () => {
  const host = await makeSignup(app.db, { email: 'host-of-an-address@example.com' })
  const post = async (email: string, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ email, ...fields })
    await fetch(`${app.url}/pt?utm_source=x&Ref=${host.referral_code.toLowerCase()}.`, { method: 'POST', body })
    return app.db.selectFrom('waitlist_signup').where('email', '=', email).select('invited_by').executeTakeFirst()
  }
  expect(await post('by-address@example.com', { invitedByCode: '' })).toEqual({ invited_by: host.id })
  expect(await post('by-other@example.com', { invitedByCode: 'N0C0DE' })).toBeUndefined()
  expect(await post('by-none@example.com', { invitedByCode: '', without: '1' })).toEqual({ invited_by: null })
})

test('a form reports an invalid e-mail address only if it is invalid', async () => {
  const responseText = async (fields: Record<string, string>) =>
    (await fetch(app.url, { method: 'POST', body: new URLSearchParams(fields) })).text()
  expect(await responseText({ email: 'nobody' })).toContain('"invalid"')
  const other = await responseText({ email: 'fine@example.com', website: 'x'.repeat(1001) })
  expect(other).toContain('"failed"')
  expect(other).not.toContain('invalid')
})

test('a join without scripts is not flagged as a bot, although it has no fill time', async () => {
  const host = await makeSignup(app.db, { email: 'host-of-a-form@example.com' })
  const body = new URLSearchParams({
    email: 'by-hand@example.com',
    invitedByCode: host.referral_code,
    website: '',
    fillTimeMs: '',
  })
  await fetch(app.url, { method: 'POST', body })
  const joined = await app.db
    .selectFrom('waitlist_signup')
    .where('email', '=', 'by-hand@example.com')
    .select(['invited_by', 'fraud_signals'])
    .executeTakeFirstOrThrow()
  expect(joined).toEqual({ invited_by: host.id, fraud_signals: [] })
})

test('a failing page is a 500 with a link home and the logged id, and without details of the error', async () => {
  const answer = await fetch(`${app.url}/broken`)
  const html = await answer.text()
  const id = answer.headers.get('x-request-id') ?? 'none'
  expect(answer.status).toBe(500)
  expect(html).toContain(id)
  expect(html).toContain('<a href="/">')
  expect(html).not.toContain('secret internals')
  expect(app.logged()).toContain(id)
})

test('a page whose search is rate limited has Retry-After and is not logged as an error', async () => {
  const pages: Response[] = []
  // not all at once: a busy machine would shed pages, which is another rejection
  for (let i = 0; i < 130; i += 10)
    pages.push(...(await Promise.all(Array.from({ length: 10 }, (_, j) => fetch(`${app.url}/found?q=${i + j}`)))))
  const refused = pages.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(app.logged()).not.toContain('page failed')
})

test('is healthy and ready, but not ready while it closes', async () => {
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  expect((await fetch(`${app.url}/ready`)).status).toBe(200)
  app.state.closing = true
  expect((await fetch(`${app.url}/ready`)).status).toBe(503)
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  app.state.closing = false
})

/** Serves `/ready` only; uses the file's database by default. */
async function readiness({ renderHome = async () => 200, ...overrides }: Partial<Parameters<typeof health>[0]>) {
  const log = { warn: vi.fn(), error: vi.fn() }
  const server = express()
    .use(
      health({
        db: app.db,
        isClosing: () => false,
        forwardedFor: { recent: () => null },
        isDatabaseFull: () => false,
        ...overrides,
        renderHome,
        log: log as never,
      }),
    )
    .listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`)
    return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { status: string }).status]
  }
  return { ask, log }
}

test('is not ready while the database rejects the connection, sends Retry-After and logs the reason', async () => {
  const gone = new URL(app.database.url)
  gone.pathname = '/no_such_database'
  const { db, close } = connect({ url: gone.href, onError: () => {} })
  onTestFinished(close)
  const { ask, log } = await readiness({ db })
  expect(await ask()).toEqual([503, '5', 'database away'])
  expect(log.warn).toHaveBeenCalledWith({ err: expect.objectContaining({ code: '3D000' }) }, expect.any(String))
})

test('is not ready while the database takes no writes, or has just refused one because its disk is full', async () => {
  const readOnly = new URL(app.database.url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  const { db, close } = connect({ url: readOnly.href, onError: () => {} })
  onTestFinished(close)
  expect(await (await readiness({ db })).ask()).toEqual([503, '5', 'database read-only'])
  let isFull = true
  const { ask } = await readiness({ isDatabaseFull: () => isFull })
  expect(await ask()).toEqual([503, '5', 'database full'])
  isFull = false
  expect(await ask()).toEqual([200, null, 'ready'])
})

test('is not ready until a page has rendered once, logs each failure, and does not render again afterwards', async () => {
  const renderHome = vi
    .fn(async () => 200)
    .mockRejectedValueOnce(new Error('two Reacts'))
    .mockResolvedValueOnce(500)
  const { ask, log } = await readiness({ renderHome })
  expect(await ask()).toEqual([503, '5', 'pages fail'])
  expect(log.error).toHaveBeenLastCalledWith({ err: expect.objectContaining({ message: 'two Reacts' }) }, expect.any(String))
  expect(await ask()).toEqual([503, '5', 'pages fail'])
  expect(log.error).toHaveBeenLastCalledWith(
    { err: expect.objectContaining({ message: expect.stringMatching(/^status 500/) }) },
    expect.any(String),
  )
  expect(await Promise.all([ask(), ask()])).toEqual(Array(2).fill([200, null, 'ready']))
  await ask()
  expect(renderHome).toHaveBeenCalledTimes(3)
})

test('pages may connect to another site only with a tag manager, and only to that one', async () => {
  const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''
  expect(await policyOf(app.url)).not.toContain('google')
  expect(await policyOf(app.url)).toMatch(/connect-src 'self';/)
  const tagged = await testApp({ GTM_ID: 'GTM-AB12CD3' })
  const policy = await policyOf(`${tagged.url}/?own`)
  for (const directive of ['script-src', 'img-src', 'connect-src'])
    expect(policy.match(new RegExp(`${directive} [^;]*`))?.[0]).toContain('https://*.googletagmanager.com')
  expect(policy).toMatch(/connect-src 'self' [^;]*https:\/\/\*\.google-analytics\.com/)
  expect(policy).toMatch(/script-src 'self' 'nonce-\w{32}' 'strict-dynamic'/)
  expect(policy).toContain("default-src 'self'")
  // a cached page needs the host source: it has no strict-dynamic, which would make browsers ignore it
  expect(await policyOf(tagged.url)).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/\*\.googletagmanager\.com;/)
  await tagged.close()
})

test.each([
  ['shown', 'on this machine only', {}],
  ['shown', 'on this machine by name', { HOST: 'localhost' }],
  ['shown', 'on this machine by IPv6', { HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }],
  ['not shown', 'everywhere', { HOST: '0.0.0.0' }],
  ['not shown', 'everywhere by IPv6', { HOST: '::' }],
  ['not shown', 'on an address of the network', { HOST: '192.0.2.1' }],
  ['not shown', 'everywhere, published as this machine', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
  ['not shown', 'behind a proxy', { PUBLIC_URL: 'https://goduo.example' }],
])('in production, mails are %s by a server that is reached %s', async (what, _where, settings) => {
  const id = randomUUID()
  const texts = { message_id: id, sender: 'duo@example.com', recipient: address, subject: `Mail ${id}`, html: '', text: '' }
  await app.db
    .insertInto('caught_mail')
    .values({ id, ...texts, headers: {} })
    .execute()
  const production = await testApp({ NODE_ENV: 'production', ...settings }, app.database)
  const list = await (await fetch(`${production.url}/dev/mail`)).text()
  const mail = await (await fetch(`${production.url}/dev/mail/${id}`)).text()
  expect([list.includes(texts.subject), mail.includes(texts.subject)]).toEqual(what === 'shown' ? [true, true] : [false, false])
  await production.close()
})

test.each([['53100'], ['25006'], ['57014']])(
  'a database that rejects writes (%s) is a retryable error, in a call and in a form',
  async (code) => {
    const own = await testApp()
    onTestFinished(own.close)
    await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(
      own.db,
    )
    await sql`create trigger refuse before insert on waitlist_signup for each row execute function refuse()`.execute(own.db)
    const call = await fetch(`${own.url}/api/trpc/waitlist.join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body('someone@example.com'),
    })
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await call.json()).toMatchObject({ error: { message: 'unavailable' } })
    const form = await fetch(own.url, {
      method: 'POST',
      headers: { origin: own.url },
      body: new URLSearchParams({ email: 'someone@example.com' }),
    })
    expect([form.status, form.headers.get('retry-after')]).toEqual([503, '5'])
  },
)
