import type { RequestHandler } from 'express'

/** Also misspelt paths: a path that redirects to the page is as secret as the page. */
const secretLink = /^(\/+(?:pt\/+)*shared\/+)[^/]+/i

export const isSecretLink = (path: string) => secretLink.test(path)

export const withoutSecretLink = (path: string) => path.replace(secretLink, '$1[secret]')

/** Keeps shared conversations out of caches, search engines and referrers. */
export const secretLinks: RequestHandler = (req, res, next) => {
  if (isSecretLink(req.path)) {
    res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('Cache-Control', 'no-store')
  }
  next()
}
