import { createShareImages, llmsText, publicPages, robots, sitemap } from '@duo/features/server'
import { Router } from 'express'

/** How long others may keep what changes only with a new version of the site, in seconds. */
const oneHour = 'public, max-age=3600'
const oneDay = 'public, max-age=86400'

/** What machines read about the site: sitemap, robots, llms.txt, and the pictures that shared links show. */
export function siteFiles(origin: string): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const shareImages = createShareImages(publicPages)
  router.get('/sitemap.xml', (_req, res) => void res.type('xml').set('Cache-Control', oneHour).send(sitemap(publicPages, origin)))
  router.get('/robots.txt', (_req, res) => void res.type('txt').set('Cache-Control', oneHour).send(robots(origin)))
  router.get('/llms.txt', (_req, res) => void res.type('txt').set('Cache-Control', oneHour).send(llmsText(publicPages, origin)))
  router.get('/share/{*name}', async (req, res, next) => {
    const image = shareImages(req.path)
    if (!image) return next()
    // other sites show it, so it must be theirs to embed
    res.type('png').set({ 'Cache-Control': oneDay, 'Cross-Origin-Resource-Policy': 'cross-origin' })
    res.send(Buffer.from(await image))
  })
  return router
}
