import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type Category, categories, maxArticles, maxSearchLength, slugPattern } from './rules.ts'

/** Searches that one caller may make: each reads a part of the index. */
export const searchLimit = { name: 'blog.search', points: 120, seconds: 60 }

/** The index's filters. `cursor` is the number of articles already shown. */
export const articlesInput = z.object({
  language: z.enum(locales, 'invalid_language'),
  category: z.enum(categories, 'invalid_category').nullable().default(null),
  search: z.string('invalid_search').trim().max(maxSearchLength, 'too_long').default(''),
  cursor: z.int('invalid_cursor').min(0, 'invalid_cursor').max(10_000, 'invalid_cursor').default(0),
  /** Articles wanted; the index asks for 6 first, then for 3 more. */
  limit: z.int('invalid_limit').min(1, 'invalid_limit').max(maxArticles, 'invalid_limit').default(6),
})
export type ArticlesInput = z.infer<typeof articlesInput>

export const articleInput = z.object({
  slug: z.string('invalid_slug').regex(slugPattern, 'invalid_slug'),
  /** The language the address names; null for the addresses without one. */
  language: z.enum(locales, 'invalid_language').nullable(),
  /** The list in which previous, next and related are looked for; the article's own language unless told otherwise. */
  list: z.enum(locales, 'invalid_language').optional(),
})
export type ArticleInput = z.infer<typeof articleInput>

/** What a list shows of an article. */
export interface ArticleCard {
  /** The same in both languages of a pair (spec, section 2: monetization 2.0 is 10006 in each list). */
  id: number
  language: Locale
  slug: string
  /** The article's address: `/blog/en/<slug>`, `/blog/pt/<slug>`, or `/blog/<slug>` for those without a language. */
  path: string
  title: string
  excerpt: string
  /** `duo-team` is shown as a translated team label, anything else as it stands. */
  author: string
  /** ISO date, `2025-07-22`. */
  date: string
  /** Minutes. */
  readTime: number
  category: Category
  /** Base address of the picture; sizes and formats are appended (`rules.ts`, `imagePath`). */
  image: string
  /** What the picture shows, for those who do not see it. */
  figure: string
}

export interface ArticlesAnswer {
  articles: ArticleCard[]
  /** How many there are for this filter. */
  total: number
  /** Where the next page starts; null at the end. */
  nextCursor: number | null
  /** The categories that have an article in this list's language, with their counts, whatever filter is set. */
  categories: { category: Category; count: number }[]
}

/** A heading of the body, for the table of contents. */
export interface Heading {
  id: string
  text: string
  /** 2 or 3. */
  depth: number
}

export interface Article extends ArticleCard {
  keywords: string[]
  /** ISO 8601 with offset. */
  publishedTime: string
  modifiedTime: string
  /** Sanitised HTML. */
  html: string
  headings: Heading[]
  /** The same article in the other language; null for those without a language. */
  pair: { language: Locale; slug: string; path: string } | null
  /** Up to three. */
  related: ArticleCard[]
  previous: ArticleCard | null
  next: ArticleCard | null
}

/** Not found and elsewhere are answers: the page turns them into 404 and 301. */
export type ArticleAnswer = { found: true; article: Article } | { found: false; movedTo: string | null }
