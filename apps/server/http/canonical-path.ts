/** Longest path that can be a page of ours; a longer one is answered as not found without being looked at. */
const maxPathLength = 300

/** What no page of ours can be called: it stands in for addresses that cannot be read, so that they get the not-found page. */
export const invalidPath = '/not-found'

/**
 * The one right writing of a page's path: lower case, single slashes, none at the end. Answers `nowhere` for a path that is too long
 * or cannot be decoded, so that neither reaches the router.
 */
export function canonicalPath(path: string): string {
  if (path.length > maxPathLength || !isReadable(path)) return invalidPath
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\/pt)+(?=\/|$)/, '/pt')
  return tidy === '/' ? tidy : tidy.replace(/\/$/, '')
}

/** Whether a path can be decoded, and into text without control characters and backslashes. */
export function isReadable(path: string): boolean {
  try {
    // control characters and backslashes have no business in an address, and browsers read `\` as `/`
    return !/[\p{Cc}\\]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
