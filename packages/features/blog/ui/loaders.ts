import { getLocale } from '@duo/platform/i18n/locale.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { notFound, redirect } from '@tanstack/react-router'
import type { PageContext, Translated } from '../../shell/ui/pages/page-context.ts'
import { type IndexSearch, pageSizeOf, slugPattern } from '../rules.ts'
import type { Article, ArticlesResult } from '../schema.ts'
import { linkHeadings, localizeLinks } from './article/article-html.ts'

/** The list is null if the request failed. */
export interface IndexData {
  search: IndexSearch
  list: ArticlesResult | null
}

export interface ArticleData extends Translated {
  article: Omit<Article, 'html'>
  html: string
}

export async function loadIndex(context: PageContext, search: IndexSearch): Promise<IndexData> {
  try {
    return { search, list: await fetchList(context, search) }
  } catch (error) {
    ;(context.onError ?? console.error)(error)
    return { search, list: null }
  }
}

async function fetchList({ api }: PageContext, indexSearch: IndexSearch) {
  const { blog } = await api()
  const { category = null, q: search = '' } = indexSearch
  return blog.articles.query({ language: getLocale(), category, search, limit: pageSizeOf(indexSearch) })
}

export async function loadArticle({ api }: PageContext, slug: string, language: Locale | null): Promise<ArticleData> {
  if (!slugPattern.test(slug)) throw notFound()
  const { blog } = await api()
  const answer = await blog.article.query({ slug, language, list: getLocale() })
  if (answer.found) return articleData(answer.article)
  if (answer.movedTo === null) throw notFound()
  throw redirect({ href: localizePath(answer.movedTo, getLocale()), statusCode: 301 })
}

function articleData({ html, ...article }: Article): ArticleData {
  const { pair, path } = article
  const pathIn = (locale: Locale) => (locale === pair?.language ? pair.path : path)
  const translations = pair && { en: pathIn('en'), pt: pathIn('pt') }
  return { article, html: localizeLinks(linkHeadings(html), getLocale()), translations }
}
