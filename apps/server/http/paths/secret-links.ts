import type { RequestHandler } from 'express'
import { canonicalPath, withoutEscapedQuery } from './canonical-path.ts'

/** Also misspelt paths: a path that redirects to the page is as secret as the page. Creators' agents are only for those with the link. */
const secretLink = /^(\/+(?:pt\/+)*(?:shared|agents)\/+)[^/]+/i

/** The path as it is shared, whatever marks a program put into it. */
const sharedPath = (path: string) => [path, canonicalPath(path)].find((spelling) => secretLink.test(spelling))

export const isSecretLink = (path: string) => sharedPath(path) !== undefined

/** Some mail programs encode the `#` before a token, or encode it twice, so that it arrives in the path. */
const encodedFragment = /%(?:25)*23(.*)$/is

/** Returns what the log may contain. */
export const withoutSecretLink = (path: string) =>
  withoutEscapedQuery((sharedPath(path) ?? path).replace(secretLink, '$1[secret]').replace(encodedFragment, '%23[secret]'))

/** Returns the address that a link with an encoded `#` meant, or null. The token goes back into the fragment, which no server sees. */
export function decodeFragment(path: string, query: string): string | null {
  const found = encodedFragment.exec(path)
  return found && `${canonicalPath(path.slice(0, found.index))}${query}#${found[1]}`
}

/** Keeps shared conversations and agents out of caches, search engines and referrers. */
export const secretLinks: RequestHandler = (req, res, next) => {
  if (isSecretLink(req.path)) {
    res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('Cache-Control', 'no-store')
  }
  next()
}
