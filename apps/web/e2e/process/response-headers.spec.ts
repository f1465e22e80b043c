import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { type OwnServers, ownServers } from '../support/server.ts'

// Tests the built server behind a TLS proxy, as in production.
test.describe.configure({ mode: 'default', timeout: 60_000 })

let servers: OwnServers
let server: Awaited<ReturnType<OwnServers['launch']>>
let port = 0
test.beforeAll(async () => {
  servers = ownServers()
  port = await freePort()
  server = await servers.launch({
    PORT: String(port),
    PUBLIC_URL: 'https://goduo.example',
    TRUST_PROXY: '1',
    CONFIRM_EMAIL: 'off',
    SECURITY_CONTACT: 'security@goduo.example',
  })
})
test.afterAll(() => servers.close())

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => holder.once('listening', done))
  const address = holder.address() as AddressInfo
  await new Promise((done) => holder.close(done))
  return address.port
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request as the proxy passes it on. */
const ask = (path: string, { method = 'GET', headers = {}, body = '' }: RequestOptions = {}): Promise<Answer> =>
  new Promise((done, fail) => {
    const sent = { host: 'goduo.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7', ...headers }
    const call = request({ hostname: '127.0.0.1', port, path, method, headers: sent }, async (answer) => {
      done({ status: answer.statusCode ?? 0, headers: answer.headers, text: await textOf(answer) })
    })
    call.on('error', fail)
    call.end(body)
  })

const json = { 'content-type': 'application/json' }

/** Returns a response of every kind: pages, calls, files, 404s and each rejection. */
const everyKind = async (): Promise<[name: string, answer: Answer][]> => {
  const { text } = await ask('/pricing')
  const [script = 'none', style = 'none'] = ['js', 'css'].map((kind) => new RegExp(`"(/assets/[^"]+\\.${kind})"`).exec(text)?.[1])
  const requests: [name: string, path: string, options?: RequestOptions][] = [
    ['a page', '/pricing'],
    ['a page in Portuguese', '/pt/pricing'],
    ['a redirect', '/', { headers: { 'accept-language': 'pt' } }],
    ['an unknown page', '/nowhere'],
    ['a script', script],
    ['a stylesheet', style],
    ['an icon', '/favicon.svg'],
    ['a missing file', '/assets/none.js'],
    ['the sitemap', '/sitemap.xml'],
    ['llms.txt', '/llms.txt'],
    ['robots.txt', '/robots.txt'],
    ['a feed', '/feed.xml'],
    ['a picture', '/share/home.en.png'],
    ['security.txt', '/.well-known/security.txt'],
    ['health', '/health'],
    ['a call', '/api/trpc/auth.session', { method: 'POST', headers: json, body: '{}' }],
    ['an unauthorized call', '/api/trpc/auth.account', { method: 'POST', headers: json, body: '{}' }],
    ['an unknown call', '/api/nothing'],
    ['an account call', '/api/auth/get-session'],
    ['a refused sign-in', '/api/auth/sign-in/email', { method: 'POST', headers: json, body: '{"email":"x","password":"y"}' }],
    [
      'another site',
      '/api/trpc/auth.session',
      { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' },
    ],
    ['an odd method', '/', { method: 'DELETE' }],
    ['a foreign host', '/', { headers: { host: 'evil.example' } }],
  ]
  return Promise.all(requests.map(async ([name, path, how]): Promise<[string, Answer]> => [name, await ask(path, how)]))
}

test('every kind of response has the security headers', async () => {
  for (const [name, { status, headers }] of await everyKind()) {
    expect.soft([name, headers['strict-transport-security']]).toEqual([name, 'max-age=63072000; includeSubDomains'])
    expect.soft([name, headers['x-content-type-options']]).toEqual([name, 'nosniff'])
    expect.soft([name, headers['referrer-policy']]).toEqual([name, 'same-origin'])
    const policy = headers['content-security-policy'] ?? ''
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect.soft(policy, `${name} (${status})`).toContain(directive)
  }
})

test('no response lets another site read it', async () => {
  const origin = { origin: 'https://evil.example' }
  for (const path of ['/', '/pricing', '/api/trpc/blog.articles', '/api/auth/get-session', '/sitemap.xml', '/health'])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const { headers } = await ask(path, { method, headers: { ...origin, 'access-control-request-method': 'POST' } })
      expect([path, method, Object.keys(headers).filter((name) => name.startsWith('access-control'))]).toEqual([path, method, []])
    }
})

test('every response with a body declares its content type, texts with UTF-8', async () => {
  for (const [name, { headers, text, status }] of await everyKind()) {
    if (text === '') continue
    const type = headers['content-type'] ?? 'none'
    // JSON has no charset parameter and is UTF-8 by its standard
    const right = /^(?:text\/[\w-]+|(?:application|image)\/(?:\w+\+)?xml); ?charset=utf-8$|^application\/json\b|^image\/png$/i
    expect.soft(type, `${name} (${status})`).toMatch(right)
  }
})

test('a user name with markup is escaped in the page and in its embedded data', async () => {
  const name = `</script><script>document.title='taken'</script>"'&`
  const person = { name, email: 'markup@example.com', password: 'abacate-azul-77', language: 'en' }
  const signUp = await ask('/api/auth/sign-up/email', { method: 'POST', headers: json, body: JSON.stringify(person) })
  expect(signUp.status).toBe(200)
  const cookie = (signUp.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  for (const path of ['/account', '/pt/account']) {
    const { status, text } = await ask(path, { headers: { cookie } })
    expect([path, status, text.includes('taken')]).toEqual([path, 200, true])
    expect(text).not.toContain('<script>document.title')
  }
})

test('no path leads out of the served folders, and no folder is listed', async () => {
  const paths = [
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%252f..%252fpackage.json',
    '/assets/..\\..\\package.json',
    '/blog/images/..%2f..%2f..%2fsecret',
    '/blog/images/',
    '/share/..%2f..%2fpackage.json',
    '/sitemap-..%2f.xml',
  ]
  for (const path of paths) {
    const { status, text } = await ask(path)
    expect([path, [301, 400, 404].includes(status)], `${path}: ${status}`).toEqual([path, true])
    expect(text, path).not.toMatch(/"workspaces"|repositoryformatversion|Index of/)
  }
})

test('rejects a request whose body length is ambiguous', async () => {
  const heads = [
    'Content-Length: 4\r\nTransfer-Encoding: chunked',
    'Content-Length: 4\r\nContent-Length: 5',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
  ]
  for (const head of heads) {
    const answer = await new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.end(
          `POST /api/trpc/waitlist.join HTTP/1.1\r\nHost: goduo.example\r\n${head}\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n`,
        ),
      )
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('error', fail)
      socket.on('close', () => done(text))
    })
    expect(answer, head).toMatch(/^HTTP\/1\.1 400 /)
  }
  expect(server.output()).not.toContain('/smuggled')
})

test('never redirects plain http requests to https, which is the proxy’s job', async () => {
  const plain = { 'x-forwarded-proto': 'http' }
  for (const path of ['/pricing', '/api/trpc/auth.session', '/api/auth/get-session']) {
    const { status, headers } = await ask(path, { headers: plain })
    expect([path, status < 300 || status >= 400, headers.location]).toEqual([path, true, undefined])
  }
})

test('the log has one line of JSON per event with its time in UTC, whatever a path contains', async () => {
  const odd = '/odd%0a%7b%22level%22%3a60%7d%1b%5b2J'
  const { headers } = await ask(odd)
  const id = String(headers['x-request-id'])
  await expect.poll(() => server.output()).toContain(id)
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line) as { level: number; time: string; requestId?: string; path?: string })
  expect(logged.find(({ requestId }) => requestId === id)).toMatchObject({ method: 'GET', status: 404 })
  for (const { level, time } of logged) {
    expect(level).toBeLessThan(60)
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  expect(lines.join('')).not.toContain('\x1b')
})

test('security.txt names the contact for vulnerabilities and links to the policy', async () => {
  const file = await ask('/.well-known/security.txt')
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    file.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  const expires = fields.get('Expires') ?? ''
  expect(Object.fromEntries(fields)).toEqual({
    Contact: 'mailto:security@goduo.example',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en, pt',
    Canonical: 'https://goduo.example/.well-known/security.txt',
    Policy: 'https://goduo.example/.well-known/security-policy.txt',
  })
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(170)
  expect(days).toBeLessThan(365)
  const policy = await ask('/.well-known/security-policy.txt')
  expect(policy.status).toBe(200)
  for (const word of ['security@goduo.example', 'vulnerability', 'vulnerabilidade']) expect(policy.text).toContain(word)
})

test('without a contact neither file exists, and the start reports it', async () => {
  const own = ownServers()
  const bare = await own.launch()
  for (const name of ['security.txt', 'security-policy.txt'])
    expect((await fetch(`${bare.url}/.well-known/${name}`)).status).toBe(404)
  expect(bare.output()).toMatch(/Security contact +off +missing: no \/\.well-known\/security\.txt +SECURITY_CONTACT, MAIL_FROM/)
  await own.close()
})
