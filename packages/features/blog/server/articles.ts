import type { Db } from '@duo/db/index.ts'
import { articlePath, articlePlace } from '../rules.ts'
import type { Article, ArticleAnswer, ArticleCard, ArticleInput, ArticlesAnswer, ArticlesInput } from '../schema.ts'
import * as queries from './article-queries.ts'
import { found } from './search/search-queries.ts'
import { searchTerms, type Terms } from './search/search-terms.ts'

/** Related articles shown. */
const mostRelated = 3

/** A page of a language's list or of what it holds for a search. */
export async function articles({ db }: { db: Db }, input: ArticlesInput): Promise<ArticlesAnswer> {
  const terms = searchTerms(input.search)
  const [categories, page] = await Promise.all([queries.counts(db, input.language), cardsFor(db, input, terms)])
  const all = categories.filter(({ category }) => input.category === null || category === input.category)
  const total = page.total ?? all.reduce((sum, { count }) => sum + count, 0)
  const reached = input.cursor + page.cards.length
  return {
    articles: page.cards.map(cardOf),
    total,
    nextCursor: page.cards.length > 0 && reached < total ? reached : null,
    categories,
  }
}

async function cardsFor(db: Db, { language: list, category, search, cursor: offset, limit }: ArticlesInput, terms: Terms | null) {
  const page = { list, category, offset, limit }
  if (terms) return found(db, { ...page, terms })
  // asked for something that has no word in it: nothing has it
  if (search !== '') return { total: 0, cards: [] }
  return { total: null, cards: await queries.listed(db, page) }
}

/** One article with all that its page shows, or where it is instead. */
export async function article({ db }: { db: Db }, { slug, language, list }: ArticleInput): Promise<ArticleAnswer> {
  const rows = await queries.articlesBySlug(db, slug)
  const place = articlePlace(rows, language)
  if (!place) return { found: false, movedTo: null }
  if (place.language !== language || place.slug !== slug)
    return { found: false, movedTo: articlePath(place.slug, place.language) }
  const row = rows.find((one) => (language === null ? one.lone : one.language === language))
  if (!row) return { found: false, movedTo: null }
  // a paired article is in its own language's list only; an English-only one is in both
  const shown = row.lone ? (list ?? row.language) : row.language
  const [related, previous, next] = await Promise.all([
    queries.related(db, shown, row, mostRelated),
    queries.neighbour(db, shown, row, -1),
    queries.neighbour(db, shown, row, 1),
  ])
  return {
    found: true,
    article: {
      ...whole(row),
      related: related.map(cardOf),
      previous: previous ? cardOf(previous) : null,
      next: next ? cardOf(next) : null,
    },
  }
}

function whole(row: Awaited<ReturnType<typeof queries.articlesBySlug>>[number]): Omit<Article, 'related' | 'previous' | 'next'> {
  const other = row.language === 'en' ? 'pt' : 'en'
  return {
    ...cardOf(row),
    keywords: row.keywords,
    publishedTime: row.publishedTime.toISOString(),
    modifiedTime: row.modifiedTime.toISOString(),
    html: row.html,
    headings: row.headings,
    pair: row.pairSlug === null ? null : { language: other, slug: row.pairSlug, path: articlePath(row.pairSlug, other) },
  }
}

function cardOf(row: queries.CardRow): ArticleCard {
  const { id, language, slug, title, excerpt, author, date, readTime, category, image, figure } = row
  const path = articlePath(slug, row.lone ? null : language)
  return { id, language, slug, path, title, excerpt, author, date, readTime, category, image, figure }
}
