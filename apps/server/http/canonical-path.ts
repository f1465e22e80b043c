const maxPathLength = 300

/** Replaces unreadable paths, so that they get the not-found page. */
export const invalidPath = '/not-found'

/** What mail programs and chats take into a link from the sentence around it, also marks that no one sees. */
const sentenceMarks =
  /(?:[.,;:!?)\]>}'"*_]|%(?:20|22|27|3c|3e|5d|7d|c2%(?:a0|ad|bb)|e2%80%(?:8[b-f]|9[9d]|a6)|e2%81%a0|ef%bb%bf))+$/

/**
 * Returns the canonical path: lower case, single slashes, no trailing slash, no punctuation and no `index.html` at the end, no name of
 * the default language; `invalidPath` if too long or not decodable.
 */
export function canonicalPath(path: string): string {
  if (path.length > maxPathLength || !isReadable(path)) return invalidPath
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/^\/pt[-_](?:br|pt)(?=\/|$)/, '/pt')
    .replace(/^(?:\/pt)+(?=\/|$)/, '/pt')
    .replace(/^\/en(?:[-_](?:us|gb))?(?=\/|$)/, '')
    .replace(sentenceMarks, '')
    .replace(/\/index\.html?$/, '/')
  return tidy.replace(/\/$/, '') || '/'
}

export function isReadable(path: string): boolean {
  try {
    // browsers read `\` as `/`
    return !/[\p{Cc}\\]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** `/waitlist%3Futm_source=x` and `/waitlist&utm_source=x`, which mail programs make of a query. */
const escapedQuery = /^(\/[^%&]*)(?:%3f|&)(\w+(?:=|%3d).*)$/i

/** Returns the address that a path with an escaped query meant, with the request's own query after it; else null. */
export function decodeQuery(path: string, query: string): string | null {
  const [, before, escaped = ''] = escapedQuery.exec(path) ?? []
  if (before === undefined) return null
  const decoded = escaped.replace(/%3d/gi, '=').replace(/%26/g, '&')
  return `${canonicalPath(before)}?${decoded}${query.replace(/^\?/, '&')}`
}

/** Returns what the log may contain: a query may be personal data, or a token. */
export const withoutEscapedQuery = (path: string) => path.replace(escapedQuery, '$1%3F[query]')
