import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { watchContentVersion } from './content-version.ts'
import { seedArticlesAtStart } from './seeds.ts'

let app: Awaited<ReturnType<typeof testApp>>
const messages: unknown[] = []
const write = (what: unknown) => void messages.push(what)
const logger = { info: write, error: write, debug: write } as unknown as Parameters<typeof seedArticlesAtStart>[1]
beforeAll(async () => {
  app = await testApp()
  await seedArticlesAtStart(app.db, logger)
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { redirect: 'manual', headers })

test('seeds the articles once', async () => {
  expect(messages).toEqual([{ added: 27, changed: 0, unchanged: 0, removed: 0 }])
  await seedArticlesAtStart(app.db, logger)
  expect(messages).toHaveLength(1)
})

test('a starting server waits for another one to finish seeding, longer than a request would', async () => {
  // as left by a build with other articles, so that there is something to seed
  await sql`update blog_content_version set fingerprint = 'another build'`.execute(app.db)
  const waiters = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { second } = await app.db.transaction().execute(async (tx) => {
    await sql`select * from blog_content_version for update`.execute(tx)
    const second = seedArticlesAtStart(app.db, logger).then(
      () => 'brought',
      (error: Error) => error.message,
    )
    const waiting = async () => (await waiters.execute(app.db)).rows.length
    await expect.poll(waiting, { timeout: 15_000 }).toBe(1)
    // any other statement gives up after a second
    await sleep(1_500)
    return { second }
  })
  expect(await second).toBe('brought')
})

test.each([
  ['/blog/goduoai-revolution', '/blog/en/goduoai-revolution'],
  ['/blog/pt/goduoai-revolution?utm_source=x', '/blog/pt/goduoai-revolucao-agentes-ia?utm_source=x'],
  ['/pt/blog/en/goduoai-revolution', '/blog/en/goduoai-revolution'],
  ['/blog/pt/ai-ethics-and-responsible-automation', '/pt/blog/ai-ethics-and-responsible-automation'],
])('%s redirects permanently to %s', async (path, to) => {
  // twice, because the second must not come from the page cache
  for (let i = 0; i < 2; i++) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
  }
})

test('concurrent redirects keep their own campaign parameters', async () => {
  const answers = await Promise.all(['a', 'b'].map((from) => get(`/blog/goduoai-revolution?utm_source=${from}`)))
  expect(answers.map(({ headers }) => headers.get('location'))).toEqual([
    '/blog/en/goduoai-revolution?utm_source=a',
    '/blog/en/goduoai-revolution?utm_source=b',
  ])
})

test.each([
  ['/blog/goduoai-revolution?utm_source=x', '/blog/pt/goduoai-revolucao-agentes-ia?utm_source=x'],
  ['/blog/ai-ethics-and-responsible-automation', '/pt/blog/ai-ethics-and-responsible-automation'],
  ['/blog/pt', '/pt/blog'],
  ['/blog', '/pt/blog'],
])('a Portuguese browser at %s reaches its page with one redirect', async (path, to) => {
  const answer = await get(path, { 'accept-language': 'pt-BR,pt;q=0.9' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to])
  expect((await get(to, { 'accept-language': 'pt-BR,pt;q=0.9' })).status).toBe(200)
})

test('serves the canonical path as a page', async () => {
  for (const path of ['/blog/en/goduoai-revolution', '/pt/blog/ai-ethics-and-responsible-automation'])
    expect((await get(path)).status).toBe(200)
})

test.each([
  ['/sitemap.xml', /^application\/xml/, '<loc>http://localhost/blog/pt/goduoai-revolucao-agentes-ia</loc>'],
  ['/blog/rss.xml', /^application\/rss\+xml/, '<link>http://localhost/blog/en/goduoai-revolution</link>'],
  ['/pt/blog/rss.xml', /^application\/rss\+xml/, '<language>pt-br</language>'],
  ['/llms.txt', /^text\/plain/, '](http://localhost/blog/en/goduoai-revolution)'],
])('%s lists the articles and responds 304 while unchanged', async (path, type, text) => {
  const answer = await get(path)
  expect(answer.headers.get('content-type')).toMatch(type)
  expect(await answer.text()).toContain(text.replace('http://localhost', app.url))
  // as a browser's reload revalidates; Node's fetch would bypass the cache
  const again = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect((await get(path, again)).status).toBe(304)
})

test.each(['br', 'gzip, br', 'gzip', 'identity'])('serves the same feed to a client that accepts %s', async (encoding) => {
  const answer = await get('/pt/blog/rss.xml', { 'accept-encoding': encoding })
  expect(answer.headers.get('content-encoding')).toBe(encoding.includes('br') ? 'br' : encoding === 'gzip' ? 'gzip' : null)
  expect(await answer.text()).toMatch(/<\/rss>\s*$/)
})

test('does not serve a missing sitemap part as XML', async () => {
  expect((await get('/sitemap-1.xml')).headers.get('content-type')).not.toMatch(/xml/)
})

test('rebuilds the cached texts when the articles change', async () => {
  await get('/blog/rss.xml')
  await app.db
    .updateTable('blog_article')
    .set({ title: 'Quite another title' })
    .where('slug', '=', 'goduoai-revolution')
    .execute()
  expect(await (await get('/blog/rss.xml')).text()).not.toContain('Quite another title')
  app.state.edition = '2'
  expect(await (await get('/blog/rss.xml')).text()).toContain('Quite another title')
})

test('a server notices changed articles, and keeps the last version while the database is unreachable', async () => {
  const { contentVersion, stop } = await watchContentVersion(app.db, logger)
  const edition = contentVersion.current
  const first = edition()
  await sql`update blog_content_version set version = version + 1`.execute(app.db)
  await vi.waitFor(() => expect(edition()).not.toBe(first), { timeout: 5_000 })
  const second = edition()
  await sql`alter table blog_content_version rename to blog_content_version_unreachable`.execute(app.db)
  await vi.waitFor(() => expect(messages.at(-1)).toHaveProperty('err'), { timeout: 5_000 })
  expect(edition()).toBe(second)
  await sql`alter table blog_content_version_unreachable rename to blog_content_version`.execute(app.db)
  await stop()
})
