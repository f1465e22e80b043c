import type { Db } from '@duo/db/index.ts'
import type { NewBlogArticle } from '@duo/db/tables/blog.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { sql, type Transaction } from 'kysely'
import { inList } from '../article-queries.ts'

/** An article's row; its index comes from what a reader would search in, as `searchWords` leaves it. */
export type ArticleRow = Omit<NewBlogArticle, 'head'> & {
  searched: { title: string; head: string; body: string; plain: string }
}

/** Rows written in one statement. */
const batch = 100

/** Who seeds waits here for whoever seeds already, until the caller's transaction ends. */
export function lockEdition(tx: Transaction<Database>) {
  return tx.selectFrom('blog_edition').select(['version', 'fingerprint', 'house']).forUpdate().executeTakeFirstOrThrow()
}

export type StoredArticle = Awaited<ReturnType<typeof stored>>[number]

/** Every article that is there, as far as seeding compares it. */
export function stored(db: Db) {
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
  for (let from = 0; from < articles.length; from += batch) {
    const some = articles.slice(from, from + batch)
    const rows = some.map(({ searched, ...row }) => ({ ...row, head: head(row.language, searched) }))
    await db.insertInto('blog_article').values(rows).execute()
    const words = some.map(({ searched, language, id, lone, category, date }) => ({
      language,
      id,
      lone,
      category,
      date,
      words: sql<string>`${head(language, searched)} || to_tsvector(${configOf(language)}, ${searched.body})`,
    }))
    await db.insertInto('blog_search').values(words).execute()
  }
}

const configOf = (language: Locale) => sql`${searchConfig[language]}::regconfig`

/** Title before excerpt, keywords and headings; the words that people begin to type also as they are. */
const head = (language: Locale, { title, head, plain }: ArticleRow['searched']) =>
  sql<string>`(setweight(to_tsvector(${configOf(language)}, ${title}), 'A') || setweight(to_tsvector(${configOf(language)}, ${head}), 'B')
    || to_tsvector('simple', ${plain}))`

/** Counts the lists anew. */
export async function recount(db: Db): Promise<void> {
  await db.deleteFrom('blog_count').execute()
  for (const list of ['en', 'pt'] as const)
    await sql`
      insert into blog_count (list, category, articles)
      select ${list}, category, count(*) from blog_article where ${inList[list]} group by category`.execute(db)
}

/** Writes down what was seeded; `changed` tells every server that what it keeps is old. */
export function saveEdition(
  db: Db,
  { changed, fingerprint, house }: { changed: boolean; fingerprint: string | null; house: boolean },
) {
  return db
    .updateTable('blog_edition')
    .set((eb) => ({ version: eb('version', '+', changed ? 1 : 0), fingerprint, house, updated_at: sql`now()` }))
    .execute()
}
