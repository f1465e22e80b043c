import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifests, RenderModule } from '@duo/web/render.ts'
import type { RequestHandler } from 'express'
import sirv from 'sirv'
import { webRoot } from '../config/paths.ts'
import { fontPreloads, productionManifests, readChunks } from './manifest.ts'

export interface WebAssets {
  assets: RequestHandler
  load: () => Promise<{ module: RenderModule; manifests: Manifests }>
  link: string
  /** False in development, where the pages' code can change at any time. */
  cachesPages: boolean
  close: () => Promise<void>
}

/** sirv omits the charset. */
const textTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/speculationrules+json',
}

export async function productionAssets(): Promise<WebAssets> {
  const clientDir = join(webRoot, 'dist/client')
  const module = (await import(
    /* @vite-ignore */ pathToFileURL(join(webRoot, 'dist/server/entry-server.js')).href
  )) as RenderModule
  const chunks = readChunks(clientDir)
  const manifests = productionManifests(chunks, module.pageFiles())
  const link = fontPreloads(chunks)
  const assets = sirv(clientDir, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) => {
      const type = textTypes[path.split('.').at(-1) ?? '']
      if (type !== undefined) res.setHeader('Content-Type', type)
      res.setHeader('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  return { assets, load: async () => ({ module, manifests }), link, cachesPages: true, close: async () => {} }
}
