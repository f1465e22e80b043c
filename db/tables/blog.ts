import type { ColumnType, Generated, Insertable } from 'kysely'
import type { ContentVersionRow } from './columns.ts'
import type { Database } from './index.ts'

declare module './index.ts' {
  interface Database {
    /** One language of an article. Written by the seed only. */
    blog_article: {
      language: 'en' | 'pt'
      id: number
      slug: string
      /** English only, with a path without language prefix. */
      lone: boolean
      pair_slug: string | null
      title: string
      excerpt: string
      author: string
      /** A day. Select it as `date::text`: pg would parse it as midnight in the server's time zone. */
      date: ColumnType<Date, string, string>
      read_time: number
      category: string
      image: string
      figure: string
      keywords: string[]
      published_time: ColumnType<Date, string | Date, string | Date>
      modified_time: ColumnType<Date, string | Date, string | Date>
      html: string
      /** Written as JSON text: pg would write an array as a Postgres array. */
      headings: ColumnType<{ id: string; text: string; depth: number }[], string, string>
      words: number
      hash: string
      /** tsvector of title, excerpt, keywords and headings; used in SQL only. */
      head: ColumnType<string, string, string>
      updated_at: Generated<Date>
    }

    blog_search: {
      language: 'en' | 'pt'
      id: number
      lone: boolean
      category: string
      date: ColumnType<Date, string, string>
      /** tsvector, used in SQL only. */
      words: ColumnType<string, string, string>
    }

    blog_count: {
      list: 'en' | 'pt'
      category: string
      articles: number
    }

    blog_content_version: ContentVersionRow
  }
}

export type NewBlogArticle = Insertable<Database['blog_article']>
