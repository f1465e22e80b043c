import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { ContentVersion } from '../content/content-version.ts'
import { createCompress } from './cached-body.ts'
import { createCompressPage, type RenderedPage } from './cached-page.ts'
import { createPageCache } from './page-cache.ts'

afterEach(() => void vi.useRealTimers())

function startClock() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // lru-cache treats an entry from time 0 as one without expiry
  vi.advanceTimersByTime(1)
}

const page = (html: string, status = 200): RenderedPage => ({
  status,
  html,
  location: null,
  route: '/',
  isForEveryone: false,
  dependsOnQuery: true,
})

const compressPage = createCompressPage({
  security: { common: {}, policy: () => '' },
  link: '',
  compress: createCompress(pino({ level: 'silent' })),
})

/** Returns a function that resolves to the text of a page, cached or not. */
function pageCache(current: () => string = () => '1', read: ContentVersion['read'] = async () => current()) {
  const cache = createPageCache({ current, read }, compressPage)
  const fetch = async (path: string, render: () => Promise<RenderedPage>) => {
    const found = await cache.fetch(path, render)
    return 'html' in found ? found.html : String(found.variants.identity.body)
  }
  return Object.assign(fetch, cache)
}

function counted(answer: () => Promise<RenderedPage>) {
  let renders = 0
  const render = () => {
    renders += 1
    return answer()
  }
  return { render, renders: () => renders }
}

test('concurrent and later visitors share one rendering, which is renewed after a minute', async () => {
  startClock()
  const cache = pageCache(() => '1')
  const { render, renders } = counted(async () => page('<p>home</p>'))
  await Promise.all(Array.from({ length: 20 }, () => cache('/', render)))
  expect(await cache('/', render)).toBe('<p>home</p>')
  expect(renders()).toBe(1)
  await vi.advanceTimersByTimeAsync(60_001)
  await cache('/', render)
  expect(renders()).toBe(2)
})

test('renders every page again when the articles change, even one whose rendering had started', async () => {
  let edition = '1'
  const cache = pageCache(
    () => edition,
    async () => '1',
  )
  const { render, renders } = counted(async () => page('<p>blog</p>'))
  const rendering = cache('/blog', render)
  edition = '2'
  await rendering
  await cache('/blog', render)
  await cache('/blog', render)
  expect(renders()).toBe(2)
})

test('does not cache an unknown path, an error or a failed rendering', async () => {
  const cache = pageCache(() => '1')
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
  const cache = pageCache(() => edition)
  await cache('/blog', async () => page('first'))
  await vi.advanceTimersByTimeAsync(60_001)
  const down = counted(async () => page('sorry', 503))
  const broken = counted(async () => Promise.reject(new Error('broken')))
  for (const { render } of [down, broken, down]) expect(await cache('/blog', render)).toBe('first')
  expect(down.renders()).toBe(2)
  expect(await cache('/blog', async () => page('second'))).toBe('second')
  // even after articles changed: an old page is better than none
  edition = '2'
  for (const { render } of [down, broken]) expect(await cache('/blog', render)).toBe('second')
  expect(await cache('/blog', async () => page('third'))).toBe('third')
})

test('has a size limit', async () => {
  const cache = pageCache(() => '1')
  const first = counted(async () => page('first'))
  await cache('/first', first.render)
  for (let i = 0; i < 600; i++) await cache(`/${i}`, async () => page('other'))
  await cache('/first', first.render)
  expect(first.renders()).toBe(2)
})

test('a page whose content changes while it renders is rendered again', async () => {
  let version = 1
  const cache = pageCache(
    () => '1',
    async () => String(version),
  )
  const { render, renders } = counted(async () => {
    const seen = version
    if (renders() === 1) version += 1
    return page(`${seen} and ${version}`)
  })
  expect(await cache('/', render)).toBe('2 and 2')
  expect(await cache('/', async () => page('later'))).toBe('2 and 2')
  expect(renders()).toBe(2)
})

test('a page whose content changes in every rendering is not cached', async () => {
  let version = 1
  const cache = pageCache(
    () => '1',
    async () => String(version),
  )
  const { render, renders } = counted(async () => page(`half ${version++}`))
  await cache('/', render)
  expect(cache.current('/')).toBeUndefined()
  expect(renders()).toBe(3)
})

test('the current page is undefined once it is a minute old, or the content has changed', async () => {
  startClock()
  let edition = '1'
  const cache = pageCache(() => edition)
  expect(cache.current('/')).toBeUndefined()
  await cache('/', async () => page('home'))
  expect(cache.current('/')).toBeDefined()
  edition = '2'
  expect(cache.current('/')).toBeUndefined()
  edition = '1'
  await vi.advanceTimersByTimeAsync(60_001)
  expect(cache.current('/')).toBeUndefined()
})

test('a page that is rendered again without a change keeps its compressed bytes', async () => {
  startClock()
  const cache = pageCache()
  await cache('/', async () => page('{i:"x",u:1795249545180}'))
  const first = cache.current('/')
  await vi.advanceTimersByTimeAsync(60_001)
  await cache('/', async () => page('{i:"x",u:1795249605999}'))
  expect(cache.current('/')).toBe(first)
})

test('serves a stale page if rendering fails, and the next visitor triggers a new rendering', async () => {
  startClock()
  const cache = pageCache(() => '1')
  const refused = counted(async () => Promise.reject(new Error('too many under way')))
  await expect(cache('/', refused.render)).rejects.toThrow('too many')
  await cache('/', async () => page('<p>old</p>'))
  await vi.advanceTimersByTimeAsync(60_001)
  expect(await cache('/', refused.render)).toBe('<p>old</p>')
  expect(await cache('/', refused.render)).toBe('<p>old</p>')
  expect(refused.renders()).toBe(3)
  expect(await cache('/', async () => page('<p>new</p>'))).toBe('<p>new</p>')
})

test('a page that reads no query is known to ignore it, and unknown paths push none out', () => {
  const cache = pageCache()
  cache.learn('/', { ...page(''), dependsOnQuery: false })
  for (let i = 0; i < 600; i++) cache.learn(`/unknown-${i}`, { ...page('', 404), dependsOnQuery: false })
  cache.learn('/list', page(''))
  expect(['/', '/unknown-1', '/list'].map(cache.ignoresQuery)).toEqual([true, false, false])
})
