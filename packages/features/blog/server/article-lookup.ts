import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { countArticlesByImage, findTitleBySlug } from './article-queries.ts'

export const createArticleLookup = (db: Db) => ({
  hasImage: async (name: string) => (await countArticlesByImage(db, `/blog/images/${name}`)) > 0,
  find: async (slug: string, language: Locale | null) => (await findTitleBySlug(db, slug, language)) ?? null,
})
