import type { StructuredData } from '@duo/platform/browser/seo.ts'
import { intlLocale, type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { imagePath } from './rules.ts'
import type { Article, ArticleCard } from './schema.ts'

export interface PublisherData {
  origin: string
  publisher: string
}

interface Author {
  author: string
  isByTeam: boolean
}

interface ArticleData extends PublisherData, Author {
  article: Pick<Article, 'title' | 'excerpt' | 'language' | 'path' | 'keywords' | 'publishedTime' | 'modifiedTime' | 'readTime'>
  /** Paths without origin; the share image first. */
  images: string[]
  section: string
}

const organization = ({ origin, publisher }: PublisherData) =>
  ({ '@type': 'Organization', name: publisher, url: origin, logo: `${origin}/icon-512.png` }) as const

const authorData = ({ author, isByTeam }: Author, origin: string) =>
  isByTeam ? ({ '@type': 'Organization', name: author, url: origin } as const) : ({ '@type': 'Person', name: author } as const)

export function articleData({ origin, publisher, article, author, isByTeam, images, section }: ArticleData): StructuredData {
  const url = origin + article.path
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.excerpt,
    image: images.map((image) => origin + image),
    datePublished: article.publishedTime,
    dateModified: article.modifiedTime,
    author: authorData({ author, isByTeam }, origin),
    publisher: organization({ origin, publisher }),
    inLanguage: intlLocale(article.language),
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    url,
    keywords: article.keywords.join(', '),
    articleSection: section,
    timeRequired: `PT${article.readTime}M`,
  }
}

interface BlogData extends PublisherData {
  language: Locale
  name: string
  description: string
  articles: (Pick<ArticleCard, 'title' | 'path' | 'date' | 'language' | 'image'> & Author)[]
}

export function blogData({ origin, publisher, language, name, description, articles }: BlogData): StructuredData {
  return {
    '@type': 'Blog',
    name,
    description,
    url: origin + localizePath('/blog', language),
    inLanguage: intlLocale(language),
    publisher: organization({ origin, publisher }),
    blogPost: articles.map((article) => ({
      '@type': 'BlogPosting' as const,
      headline: article.title,
      url: origin + article.path,
      image: origin + imagePath(article.image, 1600, 'png'),
      author: authorData(article, origin),
      datePublished: article.date,
      inLanguage: intlLocale(article.language),
    })),
  }
}

export const feedPath = (language: Locale) => localizePath('/blog/rss.xml', language)
export const feedLink = (origin: string, language: Locale, title: string) => ({
  rel: 'alternate',
  type: 'application/rss+xml',
  title,
  href: origin + feedPath(language),
})
