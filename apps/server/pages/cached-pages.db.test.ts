import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { nginx, nginxCacheSettings, startBalancer } from '@duo/platform/testing/servers/balancer.ts'
import { freePort } from '@duo/platform/testing/servers/built-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp, testBrowser } from '../testing/accounts.ts'
import { makeAgent } from '../testing/chat.ts'
import { testApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ CONFIRM_EMAIL: 'off' })
})
afterAll(() => app.close())
beforeEach(() => {
  // clears the cached pages
  app.state.edition += '.'
  app.state.showsViewer = false
})

const visit = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers, redirect: 'manual' })
const textOf = async (path: string, headers?: Record<string, string>) => (await visit(path, headers)).text()

test('a cached page has the headers of the app, its own request id, a log line, and hashes for its scripts', async () => {
  const [own, , cached] = [await visit('/pt?own'), await visit('/pt'), await visit('/pt')]
  const ofResponse = ['content-security-policy', 'x-request-id', 'cache-control', 'etag', 'content-length', 'content-encoding']
  const common = ({ headers }: Response) => [...headers].filter(([name]) => ![...ofResponse, 'date', 'vary'].includes(name))
  expect(common(cached)).toEqual(expect.arrayContaining(common(own)))
  const id = cached.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await visit('/pt')).headers.get('x-request-id')).not.toBe(id)
  await expect.poll(app.logged).toContain(`"requestId":"${id}","method":"GET","path":"/pt","status":200`)
  const html = await cached.text()
  const [, script = ''] = /<script>(.*)<\/script>/.exec(html) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(cached.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`)
})

test('everyone gets the same bytes of a page that does not show its viewer', async () => {
  const { browser } = await signUp(app)
  const [first, anonymous] = [await textOf('/pt/pricing'), await textOf('/pt/pricing?utm_source=x')]
  const response = await browser.request('/pt/pricing')
  expect([anonymous, await response.text()]).toEqual([first, first])
  expect(response.headers.get('cache-control')).toContain('s-maxage=60')
})

test('no query changes what the next visitor gets, and a friend’s link gets the cached page', async () => {
  const marks = [
    'ref=FR1END',
    'ref=%3Cscript%3E',
    'REF=1&ref=2',
    'unknown=1',
    'key=1&failed=start',
    '=',
    '&&',
    'utm_source=x&ref=Z',
  ]
  // the first one tells that the page ignores its query
  await textOf('/pt/pricing?ref=0')
  const [first, ...others] = await Promise.all(marks.map((mark) => textOf(`/pt/pricing?${mark}`)))
  expect(new Set([first, ...others, await textOf('/pt/pricing')]).size).toBe(1)
  expect(first).not.toMatch(/FR1END|unknown/)
  const [list, found] = [await textOf('/pt/blog'), await textOf('/pt/blog?q=FR1END')]
  expect(found).toContain('?q=FR1END')
  expect([await textOf('/pt/blog?utm_source=x'), await textOf('/pt/blog')]).toEqual([list, list])
  expect(list).not.toContain('FR1END')
})

test('a visitor with a session gets the cookie for the account menu once, and loses it with the session', async () => {
  const { browser } = await signUp(app)
  const hintOf = (response: Response) => response.headers.getSetCookie().filter((cookie) => cookie.startsWith('signed-in='))
  await visit('/pt')
  const [first, second] = [hintOf(await browser.request('/pt')), hintOf(await browser.request('/pt'))]
  expect([first.length, second.length]).toEqual([1, 0])
  const [cleared] = hintOf(await visit('/pt', { cookie: 'signed-in=1' }))
  expect(cleared).toContain('Expires=Thu, 01 Jan 1970')
})

test('a page that shows its viewer is cached for anonymous visitors only', async () => {
  app.state.showsViewer = true
  const { browser, person } = await signUp(app)
  const [first, second] = [await visit('/pt/pricing'), await visit('/pt/pricing')]
  expect(await first.text()).toBe(await second.text())
  expect(second.headers.get('cache-control')).toBe('private, no-cache')
  const own = await browser.request('/pt/pricing')
  expect([own.headers.get('cache-control'), (await own.text()).includes(person.email)]).toEqual(['no-store', true])
  expect(await textOf('/pt/pricing')).not.toContain(person.email)
})

test('a page that starts to show its viewer is never cached for others', async () => {
  const { browser, person } = await signUp(app)
  await visit('/pt/pricing')
  app.state.edition += '.'
  app.state.showsViewer = true
  const own = await browser.request('/pt/pricing')
  expect([own.headers.get('cache-control'), (await own.text()).includes(person.email)]).toEqual(['no-store', true])
  expect(await textOf('/pt/pricing')).not.toContain(person.email)
})

test('never serves the old page after the content has changed', async () => {
  const before = await textOf('/pt/blog')
  expect(await textOf('/pt/blog')).toBe(before)
  app.state.edition += '.'
  const after = await textOf('/pt/blog')
  expect(after).not.toBe(before)
  expect(await textOf('/pt/blog')).toBe(after)
})

test('a cached English page still redirects Portuguese visitors, remembers the switch, and ignores odd headers', async () => {
  await visit('/pricing')
  const { headers } = await visit('/pricing')
  expect([headers.get('cache-control'), headers.get('vary')]).toEqual([
    'private, no-cache',
    'Accept-Encoding, Accept-Language, Cookie',
  ])
  expect((await visit('/pricing', { 'accept-language': 'pt' })).headers.get('location')).toBe('/pt/pricing')
  expect((await visit('/pricing', { cookie: 'lang=pt' })).headers.get('location')).toBe('/pt/pricing')
  expect((await visit('/pricing', { 'accept-language': 'pt', cookie: 'a=b;lang=en;;=' })).status).toBe(200)
  const switched = await visit('/pricing', { 'accept-language': 'pt', referer: `${app.url}/pt/pricing` })
  expect([switched.status, switched.headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^lang=en;/)])
  expect((await visit('/pricing', { 'accept-language': 'x'.repeat(501) })).status).toBe(200)
  expect((await visit('/pricing', { 'x-forwarded-for': 'nobody' })).status).toBe(200)
  const page = await visit('/pricing', { cookie: `${'a=b; '.repeat(1_000)}=;;x` })
  expect(page.status).toBe(200)
})

test('a call that is the same for everyone is cached until the content changes; searches still count for rate limits', async () => {
  const call = (name: string, input: object, headers?: Record<string, string>) =>
    visit(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, headers)
  const slugs = async () => {
    const response = await call('marketplace.agents', { language: 'en' })
    const { result } = (await response.json()) as { result: { data: { agents: { id: string }[] } } }
    return result.data.agents.map(({ id }) => id)
  }
  const before = await slugs()
  await expect.poll(async () => (await call('marketplace.agents', { language: 'en' })).headers.get('etag')).toMatch(/^W/)
  const agent = await makeAgent(app.db)
  expect(await slugs()).toEqual(before)
  app.state.edition += '.'
  expect(await slugs()).toContain(agent)
  const cached = await call('marketplace.agents', { language: 'en' })
  expect([cached.headers.get('cache-control'), cached.headers.get('content-type')]).toEqual(['no-store', 'application/json'])
  const foreign = { origin: 'https://evil.example' }
  expect((await call('marketplace.agents', { language: 'en' }, foreign)).status).toBe(403)
  expect((await call('marketplace.agents', { language: 'en' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (let i = 0; i < 125; i++) await call('blog.articles', { language: 'en', search: 'trust' })
  expect((await call('blog.articles', { language: 'en', search: 'trust' })).status).toBe(429)
})

const isMissing = !existsSync(nginx)
if (isMissing) console.log('skipped: cached pages in the cache of nginx, which need: apt-get install nginx')

describe.skipIf(isMissing)('in the cache of a proxy', () => {
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    const port = await freePort()
    const proxy = await startBalancer(nginx, nginxCacheSettings, { port, servers: [Number(new URL(app.url).port)] })
    url = proxy.url
    stop = proxy.stop
  })
  afterAll(() => stop())

  // nginx caches for a minute, and each test uses pages of its own
  const through = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' })
    return { response, cache: response.headers.get('x-cache'), html: await response.text() }
  }

  test('caches a Portuguese page for everyone, in each encoding, with its own policy', async () => {
    const first = await through('/pt/about')
    const again = await through('/pt/about', { cookie: 'duo.session_token=x; lang=en', 'accept-language': 'en' })
    expect([first.cache, again.cache, again.html]).toEqual(['MISS', 'HIT', first.html])
    expect(again.response.headers.get('content-security-policy')).toBe(first.response.headers.get('content-security-policy'))
    const zipped = await through('/pt/about', { 'accept-encoding': 'gzip' })
    expect([zipped.response.headers.get('content-encoding'), zipped.html]).toEqual(['gzip', first.html])
    const etag = first.response.headers.get('etag') ?? ''
    const validated = await through('/pt/about', { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect([validated.response.status, validated.html]).toEqual([304, ''])
  })

  test('a path without a language still redirects by cookie and browser, and the switch to English is remembered', async () => {
    for (const _ of ['to be held', 'from the cache']) {
      expect((await through('/community', { 'accept-language': 'en' })).response.status).toBe(200)
      expect((await through('/community', { 'accept-language': 'pt' })).response.headers.get('location')).toBe('/pt/community')
      await through('/pt/community')
    }
    const visitor = testBrowser(url)
    await visitor.request('/community', { headers: { 'accept-language': 'pt', referer: `${url}/pt/community` } })
    expect((await visitor.request('/community', { headers: { 'accept-language': 'pt' } })).status).toBe(200)
    expect((await through('/community', { 'accept-language': 'pt' })).response.status).toBe(302)
  })

  test('a sign-in works, and neither its calls nor pages that show their viewer are cached', async () => {
    const { browser, person } = await signUp({ ...app, url })
    const sessions = [await browser.call('auth.session'), await testBrowser(url).call('auth.session')]
    expect(sessions.map(({ data }) => data)).toEqual([expect.objectContaining({ user: expect.anything() }), null])
    app.state.showsViewer = true
    const own = await browser.request('/pt/legal')
    expect(await own.text()).toContain(person.email)
    const other = await through('/pt/legal')
    expect([other.cache, other.html.includes(person.email)]).toEqual(['MISS', false])
  })
})
