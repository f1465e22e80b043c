import type { RequestHandler } from 'express'

// also as people or programs write it wrongly: what leads to the page by a redirection is as secret as the page
const secretLink = /^(\/+(?:pt\/+)*shared\/+)[^/]+/i

/** Whether a path is a public link to a person's conversation: everyone who knows it may read, and it can end at any moment. */
export const isSecretLink = (path: string) => secretLink.test(path)

/** The path as a log may keep it. */
export const withoutSecretLink = (path: string) => path.replace(secretLink, '$1[secret]')

/** Keeps public links to conversations out of caches and search engines, and out of what other sites learn from a link that is followed. */
export const secretLinks: RequestHandler = (req, res, next) => {
  if (isSecretLink(req.path)) {
    res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('Cache-Control', 'no-store')
  }
  next()
}
