const maxPathLength = 300

/** Replaces unreadable paths, so that they get the not-found page. */
export const invalidPath = '/not-found'

/** Returns the canonical path: lower case, single slashes, no trailing slash; `invalidPath` if too long or not decodable. */
export function canonicalPath(path: string): string {
  if (path.length > maxPathLength || !isReadable(path)) return invalidPath
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\/pt)+(?=\/|$)/, '/pt')
  return tidy === '/' ? tidy : tidy.replace(/\/$/, '')
}

export function isReadable(path: string): boolean {
  try {
    // browsers read `\` as `/`
    return !/[\p{Cc}\\]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}
