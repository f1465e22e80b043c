import { type ArticleLookup, createAgentImages, createArticleImages } from '@duo/features/server'
import { createFileCache } from '@duo/platform/server/files/file-cache.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { Router } from 'express'

const million = 1_000_000

/** A week without asking, then a month in which an old picture is shown while the browser asks again: their addresses never change. */
const cacheSeconds = 'public, max-age=604800, stale-while-revalidate=2592000'

interface PictureParts {
  articles: ArticleLookup
  /** The colours of the agent with a slug; null when there is none. */
  agents: (slug: string) => Promise<[string, string] | null>
  /** Where drawn pictures are kept; may be emptied at any time. */
  folder: string
  log: Logger
}

/** The pictures of articles and of agents in all their sizes, and those that shared links to articles show. */
export function articlePictures({ articles, agents, folder, log }: PictureParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const cache = createFileCache({
    folder,
    memoryBytes: 32 * million,
    diskBytes: 500 * million,
    maxConcurrent: 2,
    onFault: (err) => log.warn({ err }, 'a drawn picture could not be kept'),
  })
  const ofArticles = createArticleImages(articles, cache)
  const ofAgents = createAgentImages(agents, cache)
  router.get(['/blog/images/{*name}', '/share/{*name}', '/marketplace/images/{*name}'], async (req, res, next) => {
    const picture = (await ofArticles(req.path)) ?? (await ofAgents(req.path))
    if (!picture) return next()
    // feeds and other sites show it, so it must be theirs to embed
    res.set({ 'Cache-Control': cacheSeconds, ETag: picture.etag, 'Cross-Origin-Resource-Policy': 'cross-origin' })
    if (req.fresh) return void res.status(304).end()
    res.type(picture.type).send(await picture.load())
  })
  return router
}
