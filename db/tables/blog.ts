import type { ColumnType, Generated, Insertable } from 'kysely'

export interface BlogTables {
  blog_article: BlogArticleTable
  blog_count: BlogCountTable
  blog_edition: BlogEditionTable
  blog_search: BlogSearchTable
}

/** An article in one language, as it is shown. Written by the seed only. */
export interface BlogArticleTable {
  language: 'en' | 'pt'
  /** The same in both languages of a pair. */
  id: number
  slug: string
  /** English only, at an address without a language. */
  lone: boolean
  /** The same article's slug in the other language; null for a lone one. */
  pair_slug: string | null
  title: string
  excerpt: string
  author: string
  /** A day; pg would read it as midnight of the server's own time zone, so it is selected as `date::text`. */
  date: ColumnType<Date, string, string>
  read_time: number
  category: string
  image: string
  figure: string
  keywords: string[]
  published_time: ColumnType<Date, string | Date, string | Date>
  modified_time: ColumnType<Date, string | Date, string | Date>
  /** Sanitised. */
  html: string
  /** JSON text when written: pg would write an array as a Postgres array. */
  headings: ColumnType<{ id: string; text: string; depth: number }[], string, string>
  words: number
  hash: string
  /** Of title, excerpt, keywords and headings; computed and ranked in SQL. */
  head: ColumnType<string, string, string>
  updated_at: Generated<Date>
}

/** What is searched of an article. Goes with it. */
export interface BlogSearchTable {
  language: 'en' | 'pt'
  id: number
  lone: boolean
  category: string
  date: ColumnType<Date, string, string>
  /** Computed and matched in SQL. */
  words: ColumnType<string, string, string>
}

/** How many articles of a category a language's list shows. */
export interface BlogCountTable {
  list: 'en' | 'pt'
  category: string
  articles: number
}

/** One row: what was seeded last. */
export interface BlogEditionTable {
  one: Generated<boolean>
  /** Grows with every change of an article. */
  version: Generated<number>
  fingerprint: string | null
  house: Generated<boolean>
  updated_at: Generated<Date>
}

export type NewBlogArticle = Insertable<BlogArticleTable>
