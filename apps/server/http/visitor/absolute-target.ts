import type { IncomingMessage } from 'node:http'

/** Rewrites `GET http://host/path`, which clients of a proxy send: its host replaces the Host header (RFC 9112 §3.2.2). */
export function absoluteTarget(req: IncomingMessage): void {
  const { url = '' } = req
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return
  const { host } = new URL(url)
  req.headers.host = host
  req.url = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
}
