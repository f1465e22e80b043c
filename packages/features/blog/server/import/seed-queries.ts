import type { Db } from '@duo/db/index.ts'
import type { NewBlogArticle } from '@duo/db/tables/blog.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { sql } from 'kysely'
import { inLanguageList } from '../article-queries.ts'

/** `searchText` must come from `searchWords`. */
export type ArticleRow = Omit<NewBlogArticle, 'head'> & {
  searchText: { title: string; head: string; body: string; plain: string }
}

const batchSize = 100

export type ExistingArticle = Awaited<ReturnType<typeof listExistingArticles>>[number]

export function listExistingArticles(db: Db) {
  return db
    .selectFrom('blog_article')
    .select(['language', 'slug', 'hash', 'id', 'category', 'pair_slug', sql<string>`date::text`.as('date')])
    .orderBy('language')
    .orderBy('slug')
    .execute()
}

export async function deleteArticles(db: Db, articles: readonly { language: Locale; slug: string }[]): Promise<void> {
  if (articles.length === 0) return
  const languages = articles.map(({ language }) => language)
  const slugs = articles.map(({ slug }) => slug)
  await sql`
    delete from blog_article using unnest(${languages}::text[], ${slugs}::text[]) as gone (language, slug)
    where blog_article.language = gone.language and blog_article.slug = gone.slug`.execute(db)
}

export async function insertArticles(db: Db, articles: readonly ArticleRow[]): Promise<void> {
  for (let from = 0; from < articles.length; from += batchSize) {
    const chunk = articles.slice(from, from + batchSize)
    const rows = chunk.map(({ searchText, ...row }) => ({ ...row, head: head(row.language, searchText) }))
    await db.insertInto('blog_article').values(rows).execute()
    const words = chunk.map(({ searchText, language, id, lone, category, date }) => ({
      language,
      id,
      lone,
      category,
      date,
      words: sql<string>`${head(language, searchText)} || to_tsvector(${configOf(language)}, ${searchText.body})`,
    }))
    await db.insertInto('blog_search').values(words).execute()
  }
}

const configOf = (language: Locale) => sql`${searchConfig[language]}::regconfig`

const head = (language: Locale, { title, head, plain }: ArticleRow['searchText']) =>
  sql<string>`(setweight(to_tsvector(${configOf(language)}, ${title}), 'A') || setweight(to_tsvector(${configOf(language)}, ${head}), 'B')
    || to_tsvector('simple', ${plain}))`

export async function updateCounts(db: Db): Promise<void> {
  await db.deleteFrom('blog_count').execute()
  for (const list of ['en', 'pt'] as const)
    await sql`
      insert into blog_count (list, category, articles)
      select ${list}, category, count(*) from blog_article where ${inLanguageList[list]} group by category`.execute(db)
}
