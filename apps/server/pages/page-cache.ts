import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'

export interface CachedPage {
  status: number
  /** Contains `noncePlaceholder` and `formKeyPlaceholder`. */
  html: string
  /** Excludes nonce and form key. */
  etag: string
  location: string | null
  route: string
  retryAfter?: number | null
}

/** Replaced with the nonce. Random per process, so that no content can contain it. */
export const noncePlaceholder = randomBytes(16).toString('hex')

/** Replaced with a UUID per response. */
export const formKeyPlaceholder = randomBytes(16).toString('hex')

const lifetime = 60_000

const max = 500

/**
 * Caches pages by path and content version; concurrent requests share one rendering. Errors and unknown paths are not cached, so
 * visitors cannot fill the cache. If rendering fails, serves the last good version.
 */
export function createPageCache(contentVersion: ContentVersion) {
  const lastGood = new LRUCache<string, CachedPage>({ max })
  const pages = new LRUCache<string, CachedPage, () => Promise<CachedPage>>({
    max,
    ttl: lifetime,
    perf: { now: () => performance.now() },
    fetchMethod: (_key, _old, { context: render }) => render(),
  })
  return async (address: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const key = `${contentVersion()} ${address}`
    const last = lastGood.get(address)
    try {
      const page = await pages.forceFetch(key, { context: render })
      if (page.status === 200) lastGood.set(address, page)
      else pages.delete(key)
      return page.status >= 500 ? (last ?? page) : page
    } catch (error) {
      if (last) return last
      throw error
    }
  }
}

const renderedAt = /\bu:\d{13}\b/g

/** Hashes the page without nonce, form key and render time, so all processes agree. Weak: bytes differ per response. */
export const etagOf = (html: string) =>
  `W/"${createHash('sha256').update(html.replaceAll(noncePlaceholder, '').replaceAll(formKeyPlaceholder, '').replace(renderedAt, '')).digest('base64url').slice(0, 27)}"`
