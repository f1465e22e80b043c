import { blogFeed, createShareImages, feedPath, llmsText, publicPages, robots, sitemaps } from '@duo/features/server'
import type { World } from '@duo/platform/server/trpc.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { Router } from 'express'
import type { Edition } from './edition.ts'
import { createKeptTexts } from './kept-texts.ts'

/** How long others may keep what changes only with a new version of the site, in seconds. */
const oneHour = 'public, max-age=3600'
const oneDay = 'public, max-age=86400'
/** The same for what changes with the articles; feed readers ask again at their own pace, and mostly get a 304. */
const fiveMinutes = 'public, max-age=300'

/** What machines read about the site: sitemap, robots, llms.txt, feeds, and the pictures that shared links show. */
export function siteFiles({ db, publicUrl: origin }: World, edition: Edition): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const shareImages = createShareImages(publicPages)
  const kept = createKeptTexts(edition)
  router.get(['/sitemap.xml', '/sitemap-:part.xml'], async (req, res, next) => {
    const file = (await kept('sitemaps', () => sitemaps(db, publicPages, origin))).get(req.path)
    if (file === undefined) return next()
    res.type('xml').set('Cache-Control', fiveMinutes).send(file)
  })
  router.get('/llms.txt', async (_req, res) => {
    const text = await kept('llms', () => llmsText(db, publicPages, origin))
    res.type('txt').set('Cache-Control', fiveMinutes).send(text)
  })
  for (const locale of locales)
    router.get(feedPath(locale), async (_req, res) => {
      const feed = await kept(`feed ${locale}`, () => blogFeed(db, locale, origin))
      res.set({ 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': fiveMinutes }).send(feed)
    })
  router.get('/robots.txt', (_req, res) => void res.type('txt').set('Cache-Control', oneHour).send(robots(origin)))
  router.get('/share/{*name}', async (req, res, next) => {
    const image = shareImages(req.path)
    if (!image) return next()
    // other sites show it, so it must be theirs to embed
    res.type('png').set({ 'Cache-Control': oneDay, 'Cross-Origin-Resource-Policy': 'cross-origin' })
    res.send(Buffer.from(await image))
  })
  return router
}
