import { chatLimit } from '@duo/features/chat/rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, testBrowser } from '../testing/accounts.ts'
import { follow, makeAgent, openConversation } from '../testing/chat.ts'
import { testApp } from '../testing/test-app.ts'

const publicUrl = 'https://goduo.example'
let app: Awaited<ReturnType<typeof testApp>>
let secure: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ CONFIRM_EMAIL: 'off' })
  secure = await testApp({ CONFIRM_EMAIL: 'off', PUBLIC_URL: publicUrl, TRUST_PROXY: '1' }, app.database)
})
afterAll(async () => {
  await secure.close()
  await app.close()
})

describe('no cache stores', () => {
  test('a response of a procedure, successful or not', async () => {
    const browser = testBrowser(app.url)
    for (const path of [
      'auth.session',
      'auth.account',
      'nothing.here',
      '%ff',
      'blog.articles?input=%7B%22language%22%3A%22en%22%7D',
    ]) {
      const { status, headers } = await browser.request(`/api/trpc/${path}`)
      expect([path, status, headers.get('cache-control')]).toEqual([path, status, 'no-store'])
    }
    const foreign = await fetch(`${app.url}/api/trpc/auth.session`, { headers: { origin: 'https://evil.example' } })
    expect([foreign.status, foreign.headers.get('cache-control')]).toEqual([403, 'no-store'])
  })

  test('a stream', async () => {
    const { browser, send } = await openConversation(app, await makeAgent(app.db))
    const { reply } = await send('Hello')
    const input = encodeURIComponent(JSON.stringify({ messageId: reply.id }))
    const response = await browser.request(`/api/trpc/chat.stream?input=${input}`)
    expect(response.headers.get('cache-control')).toContain('no-store')
    await response.text()
  })

  test('a page of a signed-in user; an anonymous page may be stored and revalidated', async () => {
    const { browser } = await signUp(app)
    const page = await browser.request('/pricing')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${app.url}/pricing`)).headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('the origin of a call', () => {
  // fetch derives Host from the URL: requests from the proxy have the public one
  const from = (origin: string, forwarded = 'https') =>
    import('node:http').then(
      ({ request }) =>
        new Promise<number>((done, fail) => {
          const { hostname, port } = new URL(secure.url)
          const headers = { host: 'goduo.example', origin, 'x-forwarded-proto': forwarded, 'content-type': 'application/json' }
          const call = request(
            { hostname, port, path: '/api/trpc/auth.revokeOtherSessions', method: 'POST', headers },
            (answer) => {
              answer.resume()
              done(answer.statusCode ?? 0)
            },
          )
          call.on('error', fail)
          call.end('{}')
        }),
    )

  test('is accepted only with the scheme of the public URL', async () => {
    expect(await from(publicUrl)).toBe(401)
    for (const origin of ['http://goduo.example', 'https://goduo.example:8443', 'https://goduo.example.evil', 'null'])
      expect(await from(origin), origin).toBe(403)
    // the proxy's header on one request does not make the http site ours
    expect(await from('http://goduo.example', 'http')).toBe(403)
  })

  test('is accepted with http if no public URL is set', async () => {
    const call = (origin: string) => fetch(`${app.url}/api/trpc/auth.session`, { headers: { origin } })
    expect((await call(app.url)).status).toBe(200)
    expect((await call(app.url.replace('http:', 'https:'))).status).toBe(403)
  })
})

test('with https the language cookie cannot be set by other hosts; the older plain cookie is still read', async () => {
  const visit = (headers: Record<string, string>) =>
    fetch(secure.url, { redirect: 'manual', headers: { 'accept-language': 'en', 'x-forwarded-proto': 'https', ...headers } })
  const chose = await visit({ 'accept-language': 'pt', referer: `${secure.url}/pt` })
  expect(chose.headers.get('set-cookie')).toMatch(
    /^__Host-lang=en; Max-Age=31536000; Path=\/; Expires=[^;]+; Secure; SameSite=Lax$/,
  )
  const goesTo = async (cookie: string) => (await visit({ cookie })).headers.get('location')
  expect(await goesTo('lang=pt')).toBe('/pt')
  expect(await goesTo('__Host-lang=pt')).toBe('/pt')
  expect(await goesTo('lang=pt; __Host-lang=en')).toBeNull()
  const plain = await fetch(app.url, { headers: { 'accept-language': 'pt', referer: `${app.url}/pt` }, redirect: 'manual' })
  expect(plain.headers.get('set-cookie')).toMatch(/^lang=en;/)
})

describe('a rejected stream', () => {
  test('has an error status and Retry-After', async () => {
    const agentId = await makeAgent(app.db)
    const { browser } = await openConversation(app, agentId)
    const unknown = crypto.randomUUID()
    expect(await follow(testBrowser(app.url), unknown)).toMatchObject({ status: 401, code: 'unauthorized' })
    expect(await follow(browser, unknown)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await follow(browser, 'nothing')).toMatchObject({ status: 400, code: 'bad_input' })
    // as many calls at once would partly be shed, which counts none of those
    const { numUpdatedRows } = await app.db
      .updateTable('rate_limit')
      .set({ points: chatLimit.points })
      .where('key', 'like', `${chatLimit.name}:%`)
      .executeTakeFirst()
    expect(numUpdatedRows).toBeGreaterThan(0n)
    const input = encodeURIComponent(JSON.stringify({ messageId: unknown }))
    const refused = await browser.request(`/api/trpc/chat.stream?input=${input}`)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
