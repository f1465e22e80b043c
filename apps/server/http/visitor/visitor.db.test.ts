import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let local: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://duo.test', TRUST_PROXY: '1' })
  local = await testApp({}, app.database)
})
afterAll(async () => {
  await local.close()
  await app.close()
})

interface Sent {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string
  site?: typeof app
}

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

// sends what `fetch` would not: any target, host and header
function visit(path: string, { method = 'GET', headers = {}, body = '', site = app }: Sent = {}) {
  const { hostname, port } = new URL(site.url)
  const host = site === app ? 'duo.test' : `localhost:${port}`
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    const call = request({ hostname, port, path, method, headers: { host, ...asBrowser, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      answer.once('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    call.once('error', fail)
    call.end(body)
  })
}

const oddLanguages = ['sr@latin', 'ca-ES@valencia,ca;q=0.9', '"en"', 'x'.repeat(600), '', '*', '<script>', 'en;q=zz', 'ça', ',;,']

test.each(oddLanguages)(
  'a visitor whose browser prefers the language %j gets the page in the default language',
  async (language) => {
    for (const path of ['/', '/pricing', '/blog']) {
      const { status, text } = await visit(path, { headers: { 'accept-language': language } })
      expect([status, text], path).toEqual([200, expect.stringContaining('<p>en</p>')])
    }
    expect((await visit('/pt', { headers: { 'accept-language': language } })).text).toContain('<p>pt</p>')
  },
)

const oddAddresses = ['1.2.3.4,', '', '_hidden', 'unknown', 'proxy.local', "1.2.3.4' or 1=1", Array(40).fill('1.2.3.4').join()]

test.each(oddAddresses)('a proxy that says %j about its visitors turns none of them away', async (forwarded) => {
  for (const site of [app, local])
    expect((await visit('/', { site, headers: { 'x-forwarded-for': forwarded } })).status).toBe(200)
})

test('visitors whose address cannot be read share the limit of the proxy, and the log names the form once', async () => {
  const join = (email: string, forwarded: string) =>
    visit('/api/trpc/waitlist.join', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email, language: 'en', invitedByCode: null }),
    })
  expect((await join('one@example.com', 'unknown')).status).toBe(200)
  expect((await join('two@example.com', '9.9.9.9,')).status).toBe(200)
  expect((await join('three@example.com', '203.0.113.9')).status).toBe(200)
  const counts = app.db.selectFrom('rate_limit').where('key', 'like', 'waitlist_join:%').select('points').orderBy('points')
  expect((await counts.execute()).map(({ points }) => points)).toEqual([1, 2])
  expect(app.logged().match(/no readable X-Forwarded-For/g)).toHaveLength(1)
})

test('the unreadable form is shown to the operator of this machine only', async () => {
  await visit('/', { headers: { 'x-forwarded-for': '_hidden' } })
  const ready = (headers: Record<string, string>) => visit('/ready', { headers })
  expect(JSON.parse((await ready({ host: 'localhost' })).text)).toEqual({
    status: 'ready',
    forwardedFor: 'a hidden name (_name)',
  })
  const elsewhere: Record<string, string>[] = [{}, { host: 'localhost', 'x-forwarded-for': '1.2.3.4' }]
  for (const headers of elsewhere) expect(JSON.parse((await ready(headers)).text)).toEqual({ status: 'ready' })
})

test.each(['www.duo.test', 'duo.test.', 'WWW.DUO.TEST:443'])(
  'the host %s leads to the public origin and keeps the address',
  async (host) => {
    for (const path of ['/pt?ref=ABCDEF&utm_source=x', '/robots.txt', '//evil.example/?a=%ff', '/api/trpc/auth.session']) {
      const { status, headers } = await visit(path, { headers: { host } })
      expect([status, headers.location]).toEqual([308, `https://duo.test${path}`])
    }
    expect((await visit('/', { method: 'POST', headers: { host }, body: 'email=a' })).status).toBe(421)
  },
)

test('another host gets a page in both languages that links to us and does not repeat the host', async () => {
  for (const path of ['/', '/robots.txt', '/pricing?x=1']) {
    const { status, headers, text } = await visit(path, { headers: { host: 'evil.example' } })
    expect([status, headers['content-type']]).toEqual([421, 'text/html; charset=utf-8'])
    expect(text).toContain('Duo is not at this address')
    expect(text).toContain('O Duo não está neste endereço')
    expect(text).toContain('<a href="https://duo.test/pt">')
    expect(text).not.toContain('evil')
  }
  const { status, text } = await visit('/api/trpc/auth.session', { headers: { host: 'evil.example', accept: '*/*' } })
  expect([status, JSON.parse(text) as unknown]).toEqual([421, expect.objectContaining({ header: 'host' })])
})

test('a target with scheme and host is read as RFC 9112 says: its host counts, not the header', async () => {
  expect((await visit('http://duo.test/pricing')).status).toBe(200)
  expect((await visit('https://duo.test', { headers: { host: 'evil.example' } })).status).toBe(200)
  expect((await visit('http://www.duo.test/pt?ref=A')).headers.location).toBe('https://duo.test/pt?ref=A')
  expect((await visit('http://evil.example/pricing')).status).toBe(421)
})

test('a form counts as our own whatever the case of the host, and a refused one is explained on a page', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (headers: Record<string, string>, path = '/?key=0e5a1f1e-0000-4000-8000-000000000000') =>
    visit(path, { method: 'POST', headers: { ...form, ...headers }, body: 'email=form%40example.com' })
  for (const host of ['duo.test', 'DUO.test', 'duo.test:443'])
    expect((await send({ host, origin: 'https://duo.test' })).status, host).toBe(200)
  const refused = await send({ origin: 'null' }, '/pt')
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Não foi possível saber de onde isto veio')])
  const wrong = await visit('/pricing', { method: 'POST', headers: form, body: 'a=b' })
  expect([wrong.status, wrong.headers['content-type'], wrong.headers.allow]).toEqual([
    405,
    'text/html; charset=utf-8',
    'GET, HEAD',
  ])
  expect((await visit('/pricing', { method: 'DELETE' })).headers['content-type']).toBe('text/html; charset=utf-8')
})

test.each(['*/*', 'text/html;q=0.1, application/json', 'nonsense', ''])(
  'a refused visitor who accepts %j gets a page',
  async (accept) => {
    const { headers, text } = await visit('/', { headers: { host: 'evil.example', accept } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('<h1>')
  },
)

test('a mailed link whose # was encoded leads to its page, and its token is not logged', async () => {
  const { status, headers } = await visit('/pt/auth/confirm%23secret-token.abc')
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/pt/auth/confirm#secret-token.abc', 'no-store'])
  expect(app.logged()).toContain('/pt/auth/confirm%23[secret]')
  expect(app.logged()).not.toContain('secret-token')
})

test('a person who comes back from a sign-in provider with an error gets a page', async () => {
  expect((await visit('/api/auth/callback/none?code=a')).headers.location).toMatch(/^\/auth\?error=/)
  const { headers } = await visit('/api/auth/callback/google', { headers: { host: 'evil.example' } })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

test.each([
  '/api/',
  '/api/nope',
  '/api/auth/error',
  '/api/auth/sign-in/email',
  '/api/trpc/nope',
  '/api/trpc/waitlist.join',
  '/api/trpc/constructor',
  '/api/%ff',
])('a person who opens %s gets a page, and a program gets JSON', async (path) => {
  const isPage = ({ headers }: { headers: IncomingHttpHeaders }) => String(headers['content-type']).startsWith('text/html')
  expect(isPage(await visit(path))).toBe(true)
  const typed = { accept: '*/*', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
  expect(isPage(await visit(path, { headers: typed }))).toBe(true)
  const other = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site', host: 'else.test' }
  expect(isPage(await visit(path, { headers: other }))).toBe(true)
  expect(isPage(await visit(path, { headers: { accept: '*/*' } }))).toBe(false)
  expect(isPage(await visit(path, { headers: { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' } }))).toBe(false)
})

test('a developer can open the result of a procedure, and the contract', async () => {
  const { status, text } = await visit('/api/trpc/auth.session')
  expect([status, text.startsWith('{"result"')]).toEqual([200, true])
  expect((await visit('/api/openapi.json')).text.startsWith('{"openapi"')).toBe(true)
})
