const maxPathLength = 300

/** Replaces unreadable paths, so that they get the not-found page. */
export const invalidPath = '/not-found'

/** Marks that no one sees: soft hyphens, joiners, marks of direction, byte-order marks. No path of ours contains one. */
const invisibleMarks = /%(?:c2%ad|d8%9c|e2%80%(?:8[b-f]|a[a-e])|e2%81%(?:a[0-4]|a[6-9])|ef%bb%bf)/g

/** Hyphens that do not break a line, and dashes that programs put in place of a hyphen. */
const dashes = /%e2%80%9[0-5]/g

/** Blanks and line breaks that were copied before a path. */
const leadingBlanks = /^\/+(?:%(?:0[9ad]|20|c2%a0|e3%80%80))+/

/** Punctuation that a program has escaped, though paths may contain it. */
const escapedMarks = /%(?:2[1789ac]|3[ab])/g

/** What mail programs and chats take into a link from the sentence around it: punctuation, blanks and line breaks. */
const sentenceMarks =
  /(?:[.,;:!?)\]>}'"*_]|%(?:0[9ad]|20|22|27|2f|3c|3e|5d|7d|c2%(?:a0|bb)|e2%80%(?:9[9d]|a[689f])|e3%80%(?:8[0-29bdf]|91)|ef%bc%(?:81|89|8[ce]|9[abf])))+$/

/** A blank or a symbol and all after it: a link that was pasted with the words that follow. No path of ours has either. */
const wordsAfter =
  /^(\/(?:[^%]*[^%/])?)\/?(?:%(?:20|f0)|%c2%a0|%e2%80%(?:8[0-9a]|a[89f])|%e2%(?:9[89a-f]|[ab][0-9a-f])|%e3%80%80).*$/

/**
 * Returns the canonical path: lower case, single slashes, no trailing slash, no invisible marks, no punctuation, words and `index.html`
 * at the end, no name of the default language; `invalidPath` if too long or not decodable.
 */
export function canonicalPath(path: string): string {
  if (path.length > maxPathLength) return invalidPath
  const tidy = path
    .toLowerCase()
    .replace(invisibleMarks, '')
    .replace(dashes, '-')
    .replace(escapedMarks, decodeURIComponent)
    .replace(leadingBlanks, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/pt[-_](?:br|pt)(?=\/|$)/, '/pt')
    .replace(/^(?:\/pt)+(?=\/|$)/, '/pt')
    .replace(/^\/en(?:[-_](?:us|gb))?(?=\/|$)/, '')
    .replace(wordsAfter, '$1')
    .replace(sentenceMarks, '')
    .replace(/\/index\.html?$/, '/')
  return isReadable(tidy) ? tidy.replace(/\/$/, '') || '/' : invalidPath
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
const escapedQuery = /^(\/[^%&]*)(?:%3f|&(?:amp;)*)(\w+(?:=|%3d).*)$/i

/** Returns the address that a path with an escaped query meant, with the request's own query after it; else null. `&amp;` is from a page's source. */
export function decodeQuery(path: string, query: string): string | null {
  if (/&amp;/i.test(query)) return decodeQuery(path, unescaped(query)) ?? canonicalPath(path) + unescaped(query)
  const [, before, escaped = ''] = escapedQuery.exec(path) ?? []
  if (before === undefined) return null
  const decoded = escaped.replace(/%3d/gi, '=').replace(/%26/g, '&')
  return `${canonicalPath(before)}?${decoded}${query.replace(/^\?/, '&')}`
}

const unescaped = (query: string) => query.replace(/&(?:amp;)+/gi, '&')

/** Returns what the log may contain: a query may be personal data, or a token. */
export const withoutEscapedQuery = (path: string) => path.replace(escapedQuery, '$1%3F[query]')
