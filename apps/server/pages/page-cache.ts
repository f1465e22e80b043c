import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'
import { sizeOf } from './cached-body.ts'
import type { CachedPage, CompressPage, RenderedPage } from './cached-page.ts'

const lifetime = 60_000

const max = 500
/** Bytes. A page has 70 to 170 kB in all encodings. */
const maxSize = 64 * 1024 * 1024

const maxTries = 3

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Concurrent requests share one rendering. Errors and unknown paths are not cached, so visitors cannot fill the cache. If rendering
 * fails, returns the last good version.
 */
export function createPageCache(contentVersion: ContentVersion, compressPage: CompressPage) {
  const queryless = new LRUCache<string, true>({ max })
  const lastGood = new LRUCache<string, CachedPage>({ max, maxSize, sizeCalculation: sizeOf })
  const pages = new LRUCache<string, CachedPage | RenderedPage, { path: string; render: () => Promise<RenderedPage> }>({
    max,
    maxSize,
    sizeCalculation: (page) => (isCached(page) ? sizeOf(page) : page.html.length + 1),
    ttl: lifetime,
    perf: { now: () => performance.now() },
    fetchMethod: async (_key, _old, { context: { path, render } }) => {
      const page = await renderOneVersion(contentVersion, render)
      return page.isWhole && page.status === 200 ? compressPage(path, page, lastGood.get(path)) : page
    },
  })
  const keyOf = (path: string) => `${contentVersion.current()} ${path}`
  return {
    current: (path: string): CachedPage | undefined => {
      const page = pages.get(keyOf(path))
      return page && isCached(page) ? page : undefined
    },
    /** Whether the page of the path, of which one was rendered, is the same for every query. */
    ignoresQuery: (path: string) => queryless.get(path) ?? false,
    /** Only of pages that exist: unknown paths would push the known ones out. */
    learn: (path: string, { status, dependsOnQuery }: RenderedPage) => {
      if (status === 200 && !dependsOnQuery) queryless.set(path, true)
    },
    isForEveryone: (path: string) => lastGood.get(path)?.isForEveryone ?? false,
    fetch: async (path: string, render: () => Promise<RenderedPage>): Promise<CachedPage | RenderedPage> => {
      const key = keyOf(path)
      const last = lastGood.get(path)
      try {
        const page = await pages.forceFetch(key, { context: { path, render } })
        if (isCached(page)) lastGood.set(path, page)
        else pages.delete(key)
        return isCached(page) || page.status < 500 ? page : (last ?? page)
      } catch (error) {
        if (last) return last
        throw error
      }
    },
  }
}

export const isCached = (page: CachedPage | RenderedPage): page is CachedPage => 'variants' in page

/** Renders again if the content changed meanwhile: such a page could be half old. */
async function renderOneVersion(contentVersion: ContentVersion, render: () => Promise<RenderedPage>) {
  for (let tries = 1; ; tries++) {
    const before = await contentVersion.read()
    const page = await render()
    const isWhole = (await contentVersion.read()) === before
    if (isWhole || tries === maxTries) return { ...page, isWhole }
  }
}
