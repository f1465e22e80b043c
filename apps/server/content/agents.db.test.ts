import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { seedAgentsAtStart } from './seeds.ts'

let app: Awaited<ReturnType<typeof testApp>>
const messages: unknown[] = []
const write = (what: unknown) => void messages.push(what)
const logger = { info: write, error: write, debug: write } as unknown as Parameters<typeof seedAgentsAtStart>[1]
beforeAll(async () => {
  app = await testApp()
  await seedAgentsAtStart(app.db, logger)
})
afterAll(() => app.close())

const ask = async (procedure: string, input: object) => {
  const answer = await fetch(`${app.url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return { status: answer.status, body: await answer.text() }
}

test('seeds the agents once', async () => {
  expect(messages).toEqual([{ added: 12, changed: 0, unchanged: 0, removed: 0, hidden: 0 }])
  await seedAgentsAtStart(app.db, logger)
  expect(messages).toHaveLength(1)
})

test('shows the agents to everyone in either language, and their prompt seeds to no one', async () => {
  const english = await ask('marketplace.agents', { language: 'en' })
  const portuguese = await ask('marketplace.agents', { language: 'pt' })
  expect([english.status, portuguese.status]).toEqual([200, 200])
  expect(english.body).not.toBe(portuguese.body)
  const seeds = await app.db.selectFrom('marketplace_agent_text').select('prompt_seed as seed').execute()
  for (const { seed } of seeds) expect(english.body + portuguese.body).not.toContain(seed.slice(0, 30))
})

test('compresses a list, also for posted queries, and sends a short response uncompressed', async () => {
  const posted = (procedure: string, encodings: string) =>
    fetch(`${app.url}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': encodings },
      body: '{"language":"en"}',
    })
  const plain = await posted('marketplace.agents', 'identity')
  const list = await plain.text()
  expect([plain.headers.get('content-encoding'), plain.headers.get('content-length')]).toEqual([
    null,
    `${Buffer.byteLength(list)}`,
  ])
  for (const encoding of ['br', 'gzip']) {
    const smaller = await posted('marketplace.agents', encoding)
    expect(smaller.headers.get('content-encoding')).toBe(encoding)
    expect(await smaller.text()).toBe(list)
  }
  const short = await posted('auth.options', 'br, gzip')
  expect([short.headers.get('content-encoding'), (await short.json()) as unknown]).toEqual([
    null,
    { result: { data: expect.anything() } },
  ])
  const refused = await posted('chat.list', 'br, gzip')
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([
    401,
    { error: { data: { appCode: 'unauthorized' } } },
  ])
})

test.each([
  ['marketplace.agents', { language: 'fr' }, 400],
  ['marketplace.agent', { language: 'en', slug: 'nobody' }, 404],
  ['marketplace.agent', { language: 'en', slug: '../etc' }, 400],
  ['marketplace.agent', { language: 'pt', slug: 'ada-lovelace' }, 200],
])('%s with %j returns %d', async (procedure, input, status) => {
  expect((await ask(procedure, input)).status).toBe(status)
})

test('serves the picture of a card, and 304 while it is unchanged', async () => {
  const { body } = await ask('marketplace.agent', { language: 'en', slug: 'hypatia' })
  const src = /"src":"([^"]+)"/.exec(body)?.[1] ?? ''
  const answer = await fetch(app.url + src)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  const again = await fetch(app.url + src, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
  })
  expect(again.status).toBe(304)
  const nobody = await fetch(`${app.url}/marketplace/images/nobody-480.png`)
  expect(nobody.headers.get('content-type')).not.toContain('image')
})
