import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { countArticlesByImage, findTitleBySlug } from './article-queries.ts'

/** What whoever draws pictures may know of the articles: only those that exist are drawn. */
export const createArticleLookup = (db: Db) => ({
  /** Whether an article has the picture `/blog/images/<name>`. */
  hasImage: async (name: string) => (await countArticlesByImage(db, `/blog/images/${name}`)) > 0,
  /** The article at `/blog/<language>/<slug>`, or at `/blog/<slug>` with null. */
  find: async (slug: string, language: Locale | null) => (await findTitleBySlug(db, slug, language)) ?? null,
})
