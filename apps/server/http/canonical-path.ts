const maxPathLength = 300

/** Replaces unreadable paths, so that they get the not-found page. */
export const invalidPath = '/not-found'

/** What mail programs and chats take into a link from the sentence around it, also marks that no one sees. */
const sentenceMarks =
  /(?:[.,;:!?)\]>}'"*_]|%(?:20|22|27|3c|3e|5d|7d|c2%(?:a0|ad|bb)|e2%80%(?:8[b-f]|9[9d]|a6)|e2%81%a0|ef%bb%bf))+$/

/**
 * Returns the canonical path: lower case, single slashes, no trailing slash, no punctuation at the end, no name of the default language;
 * `invalidPath` if too long or not decodable.
 */
export function canonicalPath(path: string): string {
  if (path.length > maxPathLength || !isReadable(path)) return invalidPath
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/^\/pt-br(?=\/|$)/, '/pt')
    .replace(/^(?:\/pt)+(?=\/|$)/, '/pt')
    .replace(/^\/en(?:-us|-gb)?(?=\/|$)/, '')
    .replace(sentenceMarks, '')
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

/** Returns the address of `/waitlist%3Futm_source=x` or `/waitlist&utm_source=x`, which mail programs make of a query; else null. */
export function decodeQuery(path: string): string | null {
  const [, before, query = ''] = /^(\/[^%&]*)(?:%3f|&)(\w+(?:=|%3d).*)$/i.exec(path) ?? []
  return before === undefined ? null : `${canonicalPath(before)}?${query.replace(/%3d/gi, '=').replace(/%26/g, '&')}`
}
