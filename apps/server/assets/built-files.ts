import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { RequestHandler } from 'express'
import sirv from 'sirv'

/** sirv omits the charset. */
const textTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/speculationrules+json',
}

/**
 * Serves the files of the build. sirv lists them once and reads them without a handler for errors, so a file that is gone since, as
 * while another build runs in the same folder, would end the process. Here it is passed on, and becomes a 404.
 */
export function builtFiles(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) => {
      const type = textTypes[path.split('.').at(-1) ?? '']
      if (type !== undefined) res.setHeader('Content-Type', type)
      res.setHeader('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return async (req, res, next) => {
    if (req.path.startsWith('/assets/') && !(await exists(join(folder, req.path)))) return next()
    res.once('pipe', (file: Readable) => file.once('error', () => res.destroy()))
    serve(req, res, next)
  }
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
