import { getLocale } from '@duo/platform/i18n/locale.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { notFound, redirect } from '@tanstack/react-router'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { type IndexSearch, pageSizeOf, slugPattern } from '../rules.ts'
import type { Article } from '../schema.ts'
import { linkHeadings, localizeLinks } from './article/article-html.ts'
import type { ArticleData } from './article/article-serializer.ts'
import type { IndexData } from './index/article-index.tsx'

const onServer = typeof document === 'undefined'

/** Loads the index's list: the server awaits it, the browser renders at once and suspends. Null means it failed. */
export async function loadIndex(context: PageContext, search: IndexSearch): Promise<IndexData> {
  const failed = (error: unknown) => {
    ;(context.onError ?? console.error)(error)
    return null
  }
  const list = fetchList(context, search).catch(failed)
  return { search, list: onServer ? await list : list }
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
  throw redirect({ href: localizePath(answer.movedTo, getLocale()), statusCode: 301, reloadDocument: true })
}

function articleData({ html, ...article }: Article): ArticleData {
  const { pair, language, path } = article
  const translations = pair && ({ [language]: path, [pair.language]: pair.path } as Record<Locale, string>)
  return { article, text: { articleHtml: localizeLinks(linkHeadings(html), getLocale()) }, translations }
}
