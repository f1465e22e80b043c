import type { StructuredData } from '@duo/platform/browser/seo.ts'
import { intlLocale, type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import type { Article, ArticleCard } from './schema.ts'

/** What schema.org is told besides the article itself. */
export interface PublisherData {
  /** The public address. */
  origin: string
  /** The site's name. */
  publisher: string
}

interface ArticleData extends PublisherData {
  article: Pick<Article, 'title' | 'excerpt' | 'language' | 'path' | 'keywords' | 'publishedTime' | 'modifiedTime' | 'readTime'>
  /** The author as the page shows it, team label translated. */
  author: string
  /** The author is the house itself, not a person. */
  isByTeam: boolean
  /** The share image's and the pictures' addresses, without origin; the share image first. */
  images: string[]
  /** The category as the page shows it. */
  section: string
}

const organization = ({ origin, publisher }: PublisherData) =>
  ({ '@type': 'Organization', name: publisher, url: origin, logo: `${origin}/icon-512.png` }) as const

/** An article in schema.org's terms (spec, section 2). */
export function articleData({ origin, publisher, article, author, isByTeam, images, section }: ArticleData): StructuredData {
  const url = origin + article.path
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.excerpt,
    image: images.map((image) => origin + image),
    datePublished: article.publishedTime,
    dateModified: article.modifiedTime,
    author: isByTeam ? { '@type': 'Organization', name: author, url: origin } : { '@type': 'Person', name: author },
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
  /** The language of the index. */
  language: Locale
  name: string
  description: string
  /** Those the page shows. */
  articles: Pick<ArticleCard, 'title' | 'path' | 'date' | 'language'>[]
}

/** The index in schema.org's terms. */
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
      datePublished: article.date,
      inLanguage: intlLocale(article.language),
    })),
  }
}

/** The feed of a language, and the `<link>` by which readers find it. */
export const feedPath = (language: Locale) => localizePath('/blog/rss.xml', language)
export const feedLink = (origin: string, language: Locale, title: string) => ({
  rel: 'alternate',
  type: 'application/rss+xml',
  title,
  href: origin + feedPath(language),
})
