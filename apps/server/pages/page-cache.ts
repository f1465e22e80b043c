import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'

/** A rendered page, the same for every visitor who is not signed in. */
export interface CachedPage {
  status: number
  /** With `noncePlaceholder` and `formKeyPlaceholder` where each answer writes its own. */
  html: string
  /** Changes when the page does; nonce and form key are no part of it. */
  etag: string
  location: string | null
  /** The route as the router names it; `not found` and `moved` for what has no page. */
  route: string
  /** Seconds after which a page that shows a failure may be another. */
  retryAfter?: number | null
}

/** Stands in a page for the nonce. Nobody outside this process knows it: no text can be written that would become the nonce. */
export const noncePlaceholder = randomBytes(16).toString('hex')

/** The same for the key of a form: each response writes a UUID of its own. */
export const formKeyPlaceholder = randomBytes(16).toString('hex')

/** How long a page is served before it is rendered anew, ms: what no edition tells of shows after this at the latest. */
const lifetime = 60_000

/** Pages kept at most; those that were not asked for longest go first. */
const max = 500

/**
 * Keeps whole pages by address until the articles change. A page is rendered once, however many ask for it at the same moment; failures
 * and unknown addresses are not kept, so no visitor can fill the memory with addresses of their own. Where a page that was kept cannot be
 * rendered again (the database is unreachable, too many requests are under way), its last rendering is served on.
 */
export function createPageCache(contentVersion: ContentVersion) {
  const lastGood = new LRUCache<string, CachedPage>({ max })
  const pages = new LRUCache<string, CachedPage, () => Promise<CachedPage>>({
    max,
    ttl: lifetime,
    // looked up each time, so that a test can move the clock
    perf: { now: () => performance.now() },
    fetchMethod: (_key, _old, { context: render }) => render(),
  })
  return async (address: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    // with the edition: a page that was begun before a change counts as old after it
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

/** The moment of rendering, which the router writes into the data of each match. */
const renderedAt = /\bu:\d{13}\b/g

/** What a page says, as every process validates it: weak, because each answer has a nonce and each rendering a time of its own. */
export const etagOf = (html: string) =>
  `W/"${createHash('sha256').update(html.replaceAll(noncePlaceholder, '').replaceAll(formKeyPlaceholder, '').replace(renderedAt, '')).digest('base64url').slice(0, 27)}"`
