import { consumeRateLimit, procedure, router } from '@duo/platform/server/trpc.ts'
import { articleInput, articlesInput, searchLimit } from '../schema.ts'
import * as service from './articles.ts'

export const blogRouter = router({
  /**
   * A page of the articles that a language's list shows, newest first, or of those that a search finds, best first. 400 with the
   * fields; 429 for more searches than `searchLimit`.
   */
  articles: procedure.input(articlesInput).query(async ({ ctx, input }) => {
    if (input.search !== '') await consumeRateLimit(ctx, searchLimit)
    return service.articles(ctx, input)
  }),

  /** An article by its address. Not found, and found at another address, are answers. */
  article: procedure.input(articleInput).query(({ ctx, input }) => service.article(ctx, input)),
})
