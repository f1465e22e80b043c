import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { readContentVersion } from '@duo/platform/server/files/content-version.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Category } from '../rules.ts'

type Eb = ExpressionBuilder<Database, 'blog_article'>

const cardColumns = (eb: Eb) => [
  eb.ref('language').as('language'),
  eb.ref('id').as('id'),
  eb.ref('slug').as('slug'),
  eb.ref('lone').as('isUntranslated'),
  eb.ref('pair_slug').as('pairSlug'),
  eb.ref('title').as('title'),
  eb.ref('excerpt').as('excerpt'),
  eb.ref('author').as('author'),
  sql<string>`date::text`.as('date'),
  eb.ref('read_time').as('readTime'),
  eb.ref('category').as('category'),
  eb.ref('image').as('image'),
  eb.ref('figure').as('figure'),
]

/** Written as literals: a prepared statement uses a partial index only when its text contains the index's condition. */
export const inLanguageList = { en: sql<SqlBool>`language = 'en'`, pt: sql<SqlBool>`(language = 'pt' or lone)` }

/** Portuguese before English-only articles, then newest first. An unqualified `date` would be the text column of the card. */
const order = { en: sql`blog_article.date desc, id desc`, pt: sql`language desc, blog_article.date desc, id desc` }

export type CardRow = Awaited<ReturnType<typeof listArticles>>[number]

interface Page {
  list: Locale
  category: Category | null
  offset: number
  limit: number
}

export function listArticles(db: Db, { list, category, offset, limit }: Page) {
  return db
    .selectFrom('blog_article')
    .where(inLanguageList[list])
    .$if(category !== null, (query) => query.where('category', '=', category))
    .select(cardColumns)
    .orderBy(order[list])
    .limit(limit)
    .offset(offset)
    .execute()
}

export function countByCategory(db: Db, list: Locale) {
  return db
    .selectFrom('blog_count')
    .where('list', '=', list)
    .select((eb) => [eb.ref('category').$castTo<Category>().as('category'), 'articles as count'])
    .orderBy('articles', 'desc')
    .orderBy('category')
    .execute()
}

export type ArticleRow = Awaited<ReturnType<typeof listArticlesBySlug>>[number]

export function listArticlesBySlug(db: Db, slug: string) {
  return db
    .selectFrom('blog_article')
    .where('slug', '=', slug)
    .select(cardColumns)
    .select(['keywords', 'published_time as publishedTime', 'modified_time as modifiedTime', 'html', 'headings'])
    .execute()
}

interface SortKey {
  language: Locale
  date: string
  id: number
}

export function findAdjacent(db: Db, list: Locale, { language, date, id }: SortKey, step: 1 | -1) {
  const articleKey = list === 'pt' ? sql`(${language}, ${date}::date, ${id}::integer)` : sql`(${date}::date, ${id}::integer)`
  const rowKey = list === 'pt' ? sql`(language, date, id)` : sql`(date, id)`
  const reverseOrder = list === 'pt' ? sql`language, blog_article.date, id` : sql`blog_article.date, id`
  return db
    .selectFrom('blog_article')
    .where(inLanguageList[list])
    .where(step === 1 ? sql<SqlBool>`${rowKey} < ${articleKey}` : sql<SqlBool>`${rowKey} > ${articleKey}`)
    .select(cardColumns)
    .orderBy(step === 1 ? order[list] : reverseOrder)
    .limit(1)
    .executeTakeFirst()
}

const maxCandidates = 60

/** Ranks by category and shared keywords (a category weighs two keywords), then by date; the article's own language first. */
export function listRelated(db: Db, list: Locale, article: SortKey & { category: string; keywords: string[] }, limit: number) {
  const selectCandidates = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql`(select language, id from blog_article where ${inLanguageList[list]} and ${condition} order by ${order[list]} limit ${maxCandidates})`
  const candidateIds = sql<{ language: Locale; id: number }>`(
    ${selectCandidates(sql<SqlBool>`category = ${article.category}`)} union ${selectCandidates(sql<SqlBool>`keywords && ${article.keywords}::text[]`)}
    union ${selectCandidates(sql<SqlBool>`true`)})`
  const sharedKeywords = sql`cardinality(array(select unnest(keywords) intersect select unnest(${article.keywords}::text[])))`
  return db
    .selectFrom('blog_article')
    .where(sql<SqlBool>`(language, id) in ${candidateIds}`)
    .where(sql<SqlBool>`(language, id) <> (${article.language}, ${article.id}::integer)`)
    .select(cardColumns)
    .orderBy(sql`language = ${article.language} desc`)
    .orderBy(sql`(case when category = ${article.category} then 2 else 0 end) + ${sharedKeywords} desc`)
    .orderBy('blog_article.date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns paths and modification times, ordered by a key that new articles do not shift. */
export function listPaths(db: Db, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom('blog_article')
    .select(['language', 'slug', 'lone as isUntranslated', 'pair_slug as pairSlug', 'modified_time as modifiedTime'])
    .orderBy('language')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countArticles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('blog_article')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const newestQuery = (db: Db, language: Locale, limit: number) =>
  db
    .selectFrom('blog_article')
    .where('language', '=', language)
    .orderBy('blog_article.date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(cardColumns)

export const listNewest = (db: Db, language: Locale, limit: number) => newestQuery(db, language, limit).execute()

export const listNewestTexts = (db: Db, language: Locale, limit: number) =>
  newestQuery(db, language, limit)
    .select(['keywords', 'published_time as publishedTime', 'modified_time as modifiedTime', 'html'])
    .execute()

export const contentVersion = (db: Db) => readContentVersion(db, 'blog_content_version')

export async function countArticlesByImage(db: Db, image: string): Promise<number> {
  const { count } = await db
    .selectFrom('blog_article')
    .where('image', '=', image)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findTitleBySlug(db: Db, slug: string, language: Locale | null) {
  return db
    .selectFrom('blog_article')
    .where('slug', '=', slug)
    .where((eb) => (language === null ? eb('lone', '=', true) : eb.and([eb('language', '=', language), eb('lone', '=', false)])))
    .select(['title', 'image'])
    .executeTakeFirst()
}
