import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type Category, categories, maxArticles, maxSearchLength, slugPattern } from './rules.ts'

export const searchLimit = { name: 'blog.search', points: 120, seconds: 60 }

/** `cursor` is the number of articles already shown. */
export const articlesInput = z.object({
  language: z.enum(locales, 'invalid_language'),
  category: z.enum(categories, 'invalid_category').nullable().default(null),
  search: z.string('invalid_search').trim().max(maxSearchLength, 'too_long').default(''),
  cursor: z.int('invalid_cursor').min(0, 'invalid_cursor').max(10_000, 'invalid_cursor').default(0),
  limit: z.int('invalid_limit').min(1, 'invalid_limit').max(maxArticles, 'invalid_limit').default(6),
})
export type ArticlesInput = z.infer<typeof articlesInput>

export const articleInput = z.object({
  slug: z.string('invalid_slug').regex(slugPattern, 'invalid_slug'),
  language: z.enum(locales, 'invalid_language').nullable(),
  /** The list for previous, next and related; defaults to the article's own language. */
  list: z.enum(locales, 'invalid_language').optional(),
})
export type ArticleInput = z.infer<typeof articleInput>

export interface ArticleCard {
  id: number
  language: Locale
  slug: string
  path: string
  title: string
  excerpt: string
  author: string
  date: string
  readTime: number
  category: Category
  image: string
  figure: string
}

export interface ArticlesResult {
  articles: ArticleCard[]
  total: number
  nextCursor: number | null
  /** Counts for the whole list in this language, ignoring the filter. */
  categories: { category: Category; count: number }[]
}

export interface Heading {
  id: string
  text: string
  depth: number
}

export interface Article extends ArticleCard {
  keywords: string[]
  publishedTime: string
  modifiedTime: string
  html: string
  headings: Heading[]
  /** Null for English-only articles. */
  pair: { language: Locale; slug: string; path: string } | null
  related: ArticleCard[]
  previous: ArticleCard | null
  next: ArticleCard | null
}

/** "Not found" and "moved" are results, not errors: the page turns them into 404 and 301. */
export type ArticleResult = { found: true; article: Article } | { found: false; movedTo: string | null }
