import type { Db } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { articlePath, type Category, resolveCanonical } from '../rules.ts'
import type { Article, ArticleCard, ArticleInput, ArticleResult, ArticlesInput, ArticlesResult } from '../schema.ts'
import * as queries from './article-queries.ts'
import { searchArticles } from './search/search-queries.ts'
import { parseSearchTerms, type SearchTerms } from './search/search-terms.ts'

const maxRelated = 3

export async function articles({ db }: { db: Db }, input: ArticlesInput): Promise<ArticlesResult> {
  const terms = parseSearchTerms(input.search)
  const [categories, page] = await Promise.all([queries.countByCategory(db, input.language), listCards(db, input, terms)])
  const all = categories.filter(({ category }) => input.category === null || category === input.category)
  const total = page.total ?? all.reduce((sum, { count }) => sum + count, 0)
  const nextOffset = input.cursor + page.cards.length
  return {
    articles: page.cards.map(toArticleCard),
    total,
    nextCursor: page.cards.length > 0 && nextOffset < total ? nextOffset : null,
    categories,
  }
}

async function listCards(
  db: Db,
  { language: list, category, search, cursor: offset, limit }: ArticlesInput,
  terms: SearchTerms | null,
) {
  const page = { list, category, offset, limit }
  if (terms) return searchArticles(db, { ...page, terms })
  if (search !== '') return { total: 0, cards: [] }
  return { total: null, cards: await queries.listArticles(db, page) }
}

/** Returns what the article's page shows, or the path that it has moved to. `pageArticle` saves a query. */
export async function article(
  { db, pageArticle }: Pick<RequestContext, 'db' | 'pageArticle'>,
  { slug, language, list }: ArticleInput,
): Promise<ArticleResult> {
  const rows = pageArticle?.slug === slug ? pageArticle.rows : await queries.listArticlesBySlug(db, slug)
  const canonical = resolveCanonical(rows, language)
  if (!canonical) return { found: false, movedTo: null }
  if (canonical.language !== language || canonical.slug !== slug)
    return { found: false, movedTo: articlePath(canonical.slug, canonical.language) }
  const row = rows.find((one) => (language === null ? one.isUntranslated : one.language === language))
  if (!row) return { found: false, movedTo: null }
  const listLanguage = row.isUntranslated ? (list ?? row.language) : row.language
  const [related, previous, next] = await Promise.all([
    queries.listRelated(db, listLanguage, row, maxRelated),
    queries.findAdjacent(db, listLanguage, row, -1),
    queries.findAdjacent(db, listLanguage, row, 1),
  ])
  return {
    found: true,
    article: {
      ...toArticleDetail(row),
      related: related.map(toArticleCard),
      previous: previous ? toArticleCard(previous) : null,
      next: next ? toArticleCard(next) : null,
    },
  }
}

function toArticleDetail(row: queries.ArticleRow): Omit<Article, 'related' | 'previous' | 'next'> {
  const other = row.language === 'en' ? 'pt' : 'en'
  return {
    ...toArticleCard(row),
    keywords: row.keywords,
    publishedTime: row.publishedTime.toISOString(),
    modifiedTime: row.modifiedTime.toISOString(),
    html: row.html,
    headings: row.headings,
    pair: row.pairSlug === null ? null : { language: other, slug: row.pairSlug, path: articlePath(row.pairSlug, other) },
  }
}

function toArticleCard(row: queries.CardRow): ArticleCard {
  const { id, language, slug, title, excerpt, author, date, readTime, image, figure } = row
  const category = row.category as Category
  const path = articlePath(slug, row.isUntranslated ? null : language)
  return { id, language, slug, path, title, excerpt, author, date, readTime, category, image, figure }
}
