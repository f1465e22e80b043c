import { afterEach, expect, test, vi } from 'vitest'
import { type CachedPage, createPageCache, etagOf, noncePlaceholder } from './page-cache.ts'

afterEach(() => void vi.useRealTimers())

function startClock() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // lru-cache treats an entry from time 0 as one without expiry
  vi.advanceTimersByTime(1)
}

const page = (html: string, status = 200): CachedPage => ({ status, html, etag: etagOf(html), location: null, route: '/' })

function counted(answer: () => Promise<CachedPage>) {
  let renders = 0
  const render = () => {
    renders += 1
    return answer()
  }
  return { render, renders: () => renders }
}

test('concurrent and later visitors share one rendering; it is rendered again after a minute', async () => {
  startClock()
  const cache = createPageCache(() => '1')
  const { render, renders } = counted(async () => page('<p>home</p>'))
  await Promise.all(Array.from({ length: 20 }, () => cache('/', render)))
  expect((await cache('/', render)).html).toBe('<p>home</p>')
  expect(renders()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_001)
  await cache('/', render)
  expect(renders()).toBe(2)
})

test('renders every page again when the articles change, also one whose rendering had started', async () => {
  let edition = '1'
  const cache = createPageCache(() => edition)
  const { render, renders } = counted(async () => page('<p>blog</p>'))
  const begun = cache('/blog', render)
  edition = '2'
  await begun
  await cache('/blog', render)
  await cache('/blog', render)
  expect(renders()).toBe(2)
})

test('does not cache an unknown path, an error or a failed rendering', async () => {
  const cache = createPageCache(() => '1')
  for (const status of [404, 500]) {
    const { render, renders } = counted(async () => page('', status))
    await cache('/x', render)
    await cache('/x', render)
    expect(renders()).toBe(2)
  }
  const broken = counted(async () => Promise.reject(new Error('broken')))
  await expect(cache('/x', broken.render)).rejects.toThrow('broken')
  await expect(cache('/x', broken.render)).rejects.toThrow('broken')
  expect(broken.renders()).toBe(2)
})

test('serves a cached page until it can be rendered again', async () => {
  startClock()
  let edition = '1'
  const cache = createPageCache(() => edition)
  await cache('/blog', async () => page('first'))
  await vi.advanceTimersByTimeAsync(60_001)
  const down = counted(async () => page('sorry', 503))
  const broken = counted(async () => Promise.reject(new Error('broken')))
  for (const { render } of [down, broken, down]) expect((await cache('/blog', render)).html).toBe('first')
  expect(down.renders()).toBe(2)
  expect((await cache('/blog', async () => page('second'))).html).toBe('second')
  // even after articles changed: an old page is better than none
  edition = '2'
  for (const { render } of [down, broken]) expect((await cache('/blog', render)).html).toBe('second')
  expect((await cache('/blog', async () => page('third'))).html).toBe('third')
})

test('has a size limit', async () => {
  const cache = createPageCache(() => '1')
  const first = counted(async () => page('first'))
  await cache('/first', first.render)
  for (let i = 0; i < 600; i++) await cache(`/${i}`, async () => page('other'))
  await cache('/first', first.render)
  expect(first.renders()).toBe(2)
})

test('the ETag is the same for equal content and different for different content', () => {
  expect(etagOf('a')).toBe(etagOf('a'))
  expect(etagOf('a')).not.toBe(etagOf('b'))
  expect(etagOf('{i:"x",u:1795249545180}')).toBe(etagOf('{i:"x",u:1795249605999}'))
})

test('the nonce placeholder is random per process; the ETag is the same in all', async () => {
  vi.resetModules()
  const other = await import('./page-cache.ts')
  expect(noncePlaceholder).toMatch(/^[0-9a-f]{32}$/)
  expect(other.noncePlaceholder).not.toBe(noncePlaceholder)
  const page = (placeholder: string) => `<script nonce="${placeholder}"></script>`
  expect(other.etagOf(page(other.noncePlaceholder))).toBe(etagOf(page(noncePlaceholder)))
})

test('serves a stale page if rendering fails, and the next visitor triggers a new rendering', async () => {
  startClock()
  const cache = createPageCache(() => '1')
  const refused = counted(async () => Promise.reject(new Error('too many under way')))
  await expect(cache('/', refused.render)).rejects.toThrow('too many')
  await cache('/', async () => page('<p>old</p>'))
  await vi.advanceTimersByTimeAsync(60_001)
  expect((await cache('/', refused.render)).html).toBe('<p>old</p>')
  expect((await cache('/', refused.render)).html).toBe('<p>old</p>')
  expect(refused.renders()).toBe(3)
  expect((await cache('/', async () => page('<p>new</p>'))).html).toBe('<p>new</p>')
})
