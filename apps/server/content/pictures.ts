import { createAgentImages } from '@duo/features/illustrations/server/agents/agent-images.ts'
import { createSharedAgentCards, type SharedAgentLookup } from '@duo/features/illustrations/server/agents/shared-agent-card.ts'
import { type ArticleLookup, createArticleImages } from '@duo/features/illustrations/server/articles/article-images.ts'
import { createFileCache } from '@duo/platform/server/files/file-cache.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { Router } from 'express'

const million = 1_000_000

/** Picture URLs never change: fresh for a week, then stale-while-revalidate for a month. */
const cacheSeconds = 'public, max-age=604800, stale-while-revalidate=2592000'

/** A shared agent may be renamed, and its link may end. */
const sharedCacheSeconds = 'public, max-age=300'

interface PictureParts {
  articles: ArticleLookup
  agents: (slug: string) => Promise<[string, string] | null>
  sharedAgents: SharedAgentLookup
  folder: string
  log: Logger
}

export function pictures({ articles, agents, sharedAgents, folder, log }: PictureParts): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const cache = createFileCache({
    folder,
    memoryBytes: 32 * million,
    diskBytes: 500 * million,
    maxConcurrent: 2,
    onFault: (err) => log.warn({ err }, 'failed to cache picture'),
  })
  const ofArticles = createArticleImages(articles, cache)
  const ofAgents = createAgentImages(agents, cache)
  const ofSharedAgents = createSharedAgentCards(sharedAgents, cache)
  router.get(['/blog/images/{*name}', '/share/{*name}', '/marketplace/images/{*name}'], async (req, res, next) => {
    const shared = await ofSharedAgents(req.path)
    const picture = shared ?? (await ofArticles(req.path)) ?? (await ofAgents(req.path))
    if (!picture) return next()
    // feeds and other sites embed this image
    res.set({
      'Cache-Control': shared ? sharedCacheSeconds : cacheSeconds,
      ETag: picture.etag,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // as the agent's page: it is for those with the link
      ...(shared && { 'X-Robots-Tag': 'noindex, nofollow' }),
    })
    if (req.fresh) return void res.status(304).end()
    res.type(picture.type).send(await picture.load())
  })
  return router
}
