import { createHash, randomBytes } from 'node:crypto'
import type { Edition } from './edition.ts'

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

/** Pages kept at most; the oldest go first. */
const capacity = 500

interface Kept {
  /** Until when it is served without rendering it again. */
  until: number
  edition: string
  page: Promise<CachedPage>
  /** The last rendering that succeeded, perhaps of an older edition. */
  last: CachedPage | undefined
}

/**
 * Keeps whole pages by address until the articles change. A page is rendered once, however many ask for it at the same moment; failures
 * and unknown addresses are not kept, so no visitor can fill the memory with addresses of their own. Where a page that was kept cannot be
 * rendered again (the database is unreachable, too many requests are under way), its last rendering is served on.
 */
export function createPageCache(edition: Edition, now = Date.now) {
  const pages = new Map<string, Kept>()
  return async (address: string, render: () => Promise<CachedPage>): Promise<CachedPage> => {
    const kept = pages.get(address)
    if (kept && kept.until > now() && kept.edition === edition()) return kept.page
    // read before rendering: a page that was begun before a change counts as old after it
    const current = edition()
    const last = kept?.last
    const fresh: Kept = { until: now() + lifetime, edition: current, page: render(), last }
    pages.delete(address)
    pages.set(address, fresh)
    fresh.page = fresh.page.then(
      (page) => {
        if (page.status === 200) fresh.last = page
        else forget(address, fresh)
        return page.status >= 500 ? (last ?? page) : page
      },
      (error: unknown) => {
        forget(address, fresh)
        if (last) return last
        throw error
      },
    )
    const [oldest] = pages.keys()
    if (pages.size > capacity && oldest !== undefined) pages.delete(oldest)
    return fresh.page
  }

  /** The next visitor renders it again. */
  function forget(address: string, page: Kept) {
    page.until = 0
    if (!page.last && pages.get(address) === page) pages.delete(address)
  }
}

/** The moment of rendering, which the router writes into the data of each match. */
const renderedAt = /\bu:\d{13}\b/g

/** What a page says, as every process validates it: weak, because each answer has a nonce and each rendering a time of its own. */
export const etagOf = (html: string) =>
  `W/"${createHash('sha256').update(html.replaceAll(noncePlaceholder, '').replaceAll(formKeyPlaceholder, '').replace(renderedAt, '')).digest('base64url').slice(0, 27)}"`
