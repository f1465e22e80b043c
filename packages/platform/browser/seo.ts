import { getLocale } from '../i18n/locale.ts'
import { baseLocale, intlLocale, locales, localizePath, pathInLocale } from '../shared/locale.ts'

/** The data of one page that search engines and share cards read. */
export interface PageData {
  /** The public address of the site. */
  origin: string
  /** The router's path (the English address). */
  path: string
  title: string
  description: string
  /** Comma-separated. */
  keywords: string
  /** Path of the 1200×630 share image. */
  image?: string
  type?: 'website' | 'article'
  /** A schema.org object without its `@context`. */
  jsonLd?: Record<string, unknown>
  /** Keeps the page out of search engines. */
  noindex?: boolean
}

/** A route's `head`: title, description, share tags, canonical and language links, structured data. */
export function pageHead({ origin, path, title, description, keywords, image, type = 'website', jsonLd, noindex }: PageData) {
  const locale = getLocale()
  const canonical = origin + localizePath(path, locale)
  const share = { title, description, type, url: canonical, locale: intlLocale(locale).replace('-', '_') }
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'keywords', content: keywords },
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...Object.entries(share).map(([key, content]) => ({ property: `og:${key}`, content })),
      ...(image ? shareImage(origin + image, title) : []),
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(jsonLd ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...jsonLd } }] : []),
    ],
    links: [
      { rel: 'canonical', href: canonical },
      ...locales.map((language) => ({ rel: 'alternate', hrefLang: language, href: origin + pathInLocale(path, language) })),
      { rel: 'alternate', hrefLang: 'x-default', href: origin + pathInLocale(path, baseLocale) },
    ],
  }
}

const shareImage = (url: string, alt: string) => [
  { property: 'og:image', content: url },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:image', content: url },
]
