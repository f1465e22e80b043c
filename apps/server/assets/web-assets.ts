import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifests, RenderModule } from '@duo/web/render.ts'
import type { RequestHandler } from 'express'
import { webRoot } from '../config/paths.ts'
import { builtFiles } from './built-files.ts'
import { fontPreloads, productionManifests, readChunks } from './manifest.ts'

export interface WebAssets {
  assets: RequestHandler
  load: () => Promise<{ module: RenderModule; manifests: Manifests }>
  link: string
  /** False in development, where the pages' code can change at any time. */
  cachesPages: boolean
  close: () => Promise<void>
}

export async function productionAssets(): Promise<WebAssets> {
  const clientDir = join(webRoot, 'dist/client')
  const module = (await import(
    /* @vite-ignore */ pathToFileURL(join(webRoot, 'dist/server/entry-server.js')).href
  )) as RenderModule
  const chunks = readChunks(clientDir)
  const manifests = productionManifests(chunks, module.pageFiles())
  const link = fontPreloads(chunks)
  return {
    assets: builtFiles(clientDir),
    load: async () => ({ module, manifests }),
    link,
    cachesPages: true,
    close: async () => {},
  }
}
