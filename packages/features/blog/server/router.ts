import { consumeRateLimit, procedure, router } from '@duo/platform/server/trpc.ts'
import { articleInput, articlesInput, searchLimit } from '../schema.ts'
import * as service from './articles.ts'

const readable = procedure.meta({ keys: 'any' })

export const blogRouter = router({
  /** Lists articles, newest first, or search results, best first. 400 with the fields; 429 beyond `searchLimit`. */
  articles: readable.input(articlesInput).query(async ({ ctx, input }) => {
    if (input.search !== '') await consumeRateLimit(ctx, searchLimit)
    return service.articles(ctx, input)
  }),

  article: readable.input(articleInput).query(({ ctx, input }) => service.article(ctx, input)),
})
