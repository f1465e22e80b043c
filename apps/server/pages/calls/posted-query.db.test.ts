import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '../../testing/accounts.ts'
import { makeAgent } from '../../testing/chat.ts'
import { testApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ CONFIRM_EMAIL: 'off' })
})
afterAll(() => app.close())
beforeEach(() => {
  // clears the cached responses
  app.state.edition += '.'
})

describe('a public query by POST', () => {
  type Answer = { result: { data: { agents: { id: string }[] } } }
  const input = { language: 'en' }
  const get = () => fetch(`${app.url}/api/trpc/marketplace.agents?input=${encodeURIComponent(JSON.stringify(input))}`)
  const post = (body = JSON.stringify(input), headers: Record<string, string> = {}, name = 'marketplace.agents') =>
    fetch(`${app.url}/api/trpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, ...headers },
      body,
    })
  const agentsOf = async (response: Response) => ((await response.json()) as Answer).result.data.agents.map(({ id }) => id)
  const inBatch = async () =>
    ((await (await post('{"0":{"language":"en"}}', {}, 'marketplace.agents?batch=1')).json()) as [Answer])[0]

  test('shares the cached response of the GET, with the headers of the app, until the content changes', async () => {
    const before = await post()
    await expect.poll(async () => (await get()).headers.get('etag')).toMatch(/^W/)
    const agent = await makeAgent(app.db)
    const cached = await post()
    const batch = await inBatch()
    const ofResponse = ['date', 'x-request-id', 'content-security-policy', 'content-encoding', 'content-length', 'vary']
    const common = ({ headers }: Response) => [...headers].filter(([name]) => !ofResponse.includes(name))
    expect(common(cached)).toEqual(common(before))
    expect(cached.headers.get('etag')).toBeNull()
    expect((await post(undefined, { 'if-none-match': '*' })).status).toBe(200)
    const old = await agentsOf(before)
    expect(await agentsOf(cached)).toEqual(old)
    expect(await agentsOf(await get())).toEqual(old)
    expect(batch.result.data.agents).toContainEqual(expect.objectContaining({ id: agent }))
    await expect
      .poll(async () => {
        const latest = await makeAgent(app.db)
        return (await inBatch()).result.data.agents.some(({ id }) => id === latest)
      })
      .toBe(false)
    app.state.edition += '.'
    expect([await agentsOf(await post()), await agentsOf(await get())].every((ids) => ids.includes(agent))).toBe(true)
    await expect.poll(app.logged).toContain(`"requestId":"${cached.headers.get('x-request-id')}","method":"POST"`)
  })

  test('is never cached for, or served to, another page, a signed-in person or a key', async () => {
    const { browser } = await signUp(app)
    const signedIn = () => browser.call('marketplace.agents', input)
    await signedIn()
    const agent = await makeAgent(app.db)
    expect(await agentsOf(await post())).toContain(agent)
    await expect.poll(async () => (await get()).headers.get('etag')).toMatch(/^W/)
    const later = await makeAgent(app.db)
    expect(await agentsOf(await post())).not.toContain(later)
    expect((await signedIn()).data).toMatchObject({ agents: expect.arrayContaining([expect.objectContaining({ id: later })]) })
    expect((await post(undefined, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post(undefined, { authorization: 'Bearer duo_unknown' })).status).toBe(401)
    const cleared = await post(undefined, { cookie: 'signed-in=1' })
    expect(cleared.headers.getSetCookie()).toEqual([expect.stringContaining('Expires=Thu, 01 Jan 1970')])
  })

  test('that the app refuses is still refused, and one that counts its caller is still counted', async () => {
    await post()
    expect((await post('{"language":')).status).toBe(400)
    expect((await post(JSON.stringify({ language: 'xx' }))).status).toBe(400)
    expect((await post(undefined, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(JSON.stringify({ ...input, rest: 'x'.repeat(2_000) }))).status).toBe(200)
    const search = () => post(JSON.stringify({ ...input, search: 'agency' }), {}, 'blog.articles')
    for (let i = 0; i < 125; i++) await search()
    expect((await search()).status).toBe(429)
  })
})
