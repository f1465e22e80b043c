import { blogFeed } from '@duo/features/blog/server/feeds.ts'
import { feedPath } from '@duo/features/blog/structured-data.ts'
import { publicPages } from '@duo/features/server'
import { securityPolicy, securityPolicyPath, securityText, securityTextPath } from '@duo/features/site/server/security-text.ts'
import { createShareImages } from '@duo/features/site/server/share-images.ts'
import { llmsText, robots, sitemap } from '@duo/features/site/server/sitemap.ts'
import { noteKeysPath } from '@duo/platform/server/provenance/note-key.ts'
import { listNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { type RequestHandler, Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { ContentVersion } from '../content/content-version.ts'
import { type CachedBody, type Compress, sendCached, sizeOf } from '../pages/cached-body.ts'

const oneHour = 'public, max-age=3600'
const oneDay = 'public, max-age=86400'

/** Bytes in memory. A sitemap of 10,000 articles has several files of 1 MB. */
const textBytes = 32 * 1024 * 1024

const validated = ['Cache-Control', 'public, max-age=300', 'Vary', 'Accept-Encoding']

const cachedNoteKeys = cachedQuery(
  60_000,
  () => '',
  (db) => listNoteKeys(db),
)

interface Parts {
  appContext: AppContext
  contentVersion: ContentVersion
  compress: Compress
  contact: string | null
}

interface Source {
  type: string
  make: () => Promise<string | null>
}

/** Serves the files for machines: sitemap, robots.txt, llms.txt, security.txt (if there is a contact), keys, feeds, share images. */
export function siteFiles({ appContext, contentVersion, compress, contact }: Parts): Router {
  const { db, publicUrl: origin } = appContext
  const router = Router({ caseSensitive: true, strict: true })
  const shareImages = createShareImages(publicPages)
  // until articles change; errors and null are not cached, because callers can request any path
  const texts = new LRUCache<string, CachedBody, Source>({
    max: 200,
    maxSize: textBytes,
    ignoreFetchAbort: true, // a text that does not fit is still sent
    sizeCalculation: sizeOf,
    fetchMethod: async (_key, _old, { context: { type, make } }) => {
      const text = await make()
      return text === null ? undefined : compress({ text, validated, headers: ['Content-Type', type] })
    },
  })
  const text =
    (type: string, make: (path: string) => Promise<string | null>): RequestHandler =>
    async (req, res, next) => {
      const context = { type, make: () => make(req.path) }
      const file = await texts.fetch(`${contentVersion.current()} ${req.path}`, { context })
      if (file === undefined) return next()
      sendCached(req, res, file)
    }
  const maps = text('application/xml; charset=utf-8', (path) => sitemap(db, publicPages, origin, path))
  router.get(['/sitemap.xml', '/sitemap-:part.xml'], maps)
  router.get(
    '/llms.txt',
    text('text/plain; charset=utf-8', () => llmsText(db, publicPages, origin)),
  )
  for (const locale of locales)
    router.get(
      feedPath(locale),
      text('application/rss+xml; charset=utf-8', () => blogFeed(db, locale, origin)),
    )
  router.get('/robots.txt', (_req, res) => void res.type('txt').set('Cache-Control', oneHour).send(robots(origin)))
  const plain =
    (make: (contact: string) => string): RequestHandler =>
    (_req, res, next) =>
      contact === null ? next() : void res.type('txt').set('Cache-Control', oneDay).send(make(contact))
  router.get(
    securityTextPath,
    plain((contact) => securityText({ contact, origin, now: new Date() })),
  )
  router.get(securityPolicyPath, plain(securityPolicy))
  router.get(noteKeysPath, async (_req, res) => {
    res.type('json').set('Cache-Control', oneHour)
    res.send(JSON.stringify({ keys: (await cachedNoteKeys(db, null)) ?? [] }))
  })
  router.get('/share/{*name}', async (req, res, next) => {
    const image = shareImages(req.path)
    if (!image) return next()
    res.type('png').set({ 'Cache-Control': oneDay, 'Cross-Origin-Resource-Policy': 'cross-origin' })
    res.send(Buffer.from(await image))
  })
  return router
}
