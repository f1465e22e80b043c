import { pageHead, type StructuredData } from '@duo/platform/browser/seo.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { shareImagePath } from '@duo/platform/shared/share-image.ts'
import { headOf } from '../../shell/ui/pages/page-head.ts'
import { blogPage } from '../pages.ts'
import { imagePath } from '../rules.ts'
import type { ArticleCard } from '../schema.ts'
import { articleData, blogData, feedLink } from '../structured-data.ts'
import { authorName, isTeam } from './article/article-byline.tsx'
import { categoryName } from './category-name.ts'
import type { ArticleData, IndexData } from './loaders.ts'

const feed = (origin: string) => feedLink(origin, getLocale(), m.blog_page_title())

export function indexHead(data: IndexData | undefined, origin: string) {
  const articles = data?.list?.articles ?? []
  const { meta, links } = headOf({ ...blogPage, structuredData: () => toBlogData(articles, origin) }, origin)
  return { meta, links: [...links, feed(origin)] }
}

const toBlogData = (articles: ArticleCard[], origin: string) =>
  blogData({
    origin,
    publisher: m.shell_name(),
    language: getLocale(),
    name: m.blog_page_title(),
    description: m.blog_page_description(),
    articles: articles.map(({ author, ...article }) => ({
      ...article,
      author: authorName(author, article.language),
      isByTeam: isTeam(author),
    })),
  })

export function articleHead(data: ArticleData | undefined, origin: string) {
  if (!data) return {}
  const { article, translations } = data
  const { path, language, title, excerpt, keywords, publishedTime, modifiedTime } = article
  const author = authorName(article.author, language)
  const section = categoryName(article.category, language)
  const { meta, links } = pageHead({
    origin,
    path,
    language,
    translations,
    title,
    description: excerpt,
    keywords: keywords.join(', '),
    type: 'article',
    structuredData: [
      articleData({
        origin,
        publisher: m.shell_name(),
        article,
        author,
        isByTeam: isTeam(article.author),
        images: [shareImagePath(path, language), imagePath(article.image, 1600, 'png')],
        section,
      }),
      breadcrumbs(article, origin),
    ],
  })
  const articleMeta = [
    { name: 'author', content: author },
    { property: 'article:published_time', content: publishedTime },
    { property: 'article:modified_time', content: modifiedTime },
    { property: 'article:author', content: author },
    { property: 'article:section', content: section },
  ]
  return { meta: [...meta, ...articleMeta], links: [...links, feed(origin)] }
}

function breadcrumbs({ title, path }: ArticleData['article'], origin: string): StructuredData {
  const steps = [
    { name: m.shell_name(), path: localizePath('/', getLocale()) },
    { name: m.blog_kicker(), path: localizePath('/blog', getLocale()) },
    { name: title, path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name: step.name,
      item: origin + step.path,
    })),
  }
}
