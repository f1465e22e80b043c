import { defineFeature } from '../shell/server/feature.ts'
import { blogPages } from './pages.ts'
import { contentVersion } from './server/article-queries.ts'
import type { PageArticle } from './server/article-redirects.ts'
import { blogRouter } from './server/router.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface RequestContext {
    /** Found while routing to an article's page. */
    pageArticle?: PageArticle | undefined
  }
}

export const blogFeature = defineFeature({
  router: blogRouter,
  pages: blogPages,
  publicProcedures: ['articles', 'article'],
  contentVersion,
})
