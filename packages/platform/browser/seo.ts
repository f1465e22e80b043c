import type { ComponentProps } from 'react'
import type { Thing, WithContext } from 'schema-dts'
import { getLocale } from '../i18n/locale.ts'
import { baseLocale, intlLocale, type Locale, locales, localizePath, pathInLocale } from '../shared/locale.ts'
import { shareImagePath } from '../shared/share-image.ts'

/** A schema.org object without its `@context`; what is not in the vocabulary does not compile. */
export type StructuredData = Exclude<Thing, string>

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
  type?: 'website' | 'article'
  structuredData?: StructuredData | readonly StructuredData[] | undefined
  /** The language of what the page says, where the interface around it may speak another. */
  language?: Locale | undefined
  /** The page in each language, as the router's paths; null when there is it in one language only, which then is everybody's. The same path unless said. */
  translations?: Record<Locale, string> | null | undefined
}

/** The `head` of a page that search engines may list: title, description, share tags, canonical and language links, structured data. */
export function pageHead(page: PageData) {
  const { origin, path, title, description, keywords, type = 'website', language = getLocale() } = page
  const canonical = origin + localizePath(path, language)
  const share = { site_name: 'Duo', title, description, type, url: canonical, locale: intlLocale(language).replace('-', '_') }
  const image = origin + shareImagePath(path, language)
  const structured = page.structuredData ? [page.structuredData].flat() : []
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'keywords', content: keywords },
      ...Object.entries(share).map(([key, content]) => property(`og:${key}`, content)),
      property('og:image', image),
      property('og:image:width', '1200'),
      property('og:image:height', '630'),
      property('og:image:alt', title),
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: image },
      ...structured.map(structuredScript),
    ],
    links: [{ rel: 'canonical', href: canonical }, ...languageLinks(page, canonical)],
  }
}

type Meta = ComponentProps<'meta'>

const property = (name: string, content: string): Meta => ({ property: name, content })

/** The router writes this kind of meta as a script. */
const structuredScript = (data: StructuredData): Meta & object => ({ 'script:ld+json': withContext(data) }) as Meta

function languageLinks({ origin, path, translations, language = getLocale() }: PageData, canonical: string) {
  if (translations === null) return [language, 'x-default'].map((hrefLang) => ({ rel: 'alternate', hrefLang, href: canonical }))
  const pathIn = (locale: Locale) =>
    origin + (translations ? localizePath(translations[locale], locale) : pathInLocale(path, locale))
  return [
    ...locales.map((locale) => ({ rel: 'alternate', hrefLang: locale, href: pathIn(locale) })),
    { rel: 'alternate', hrefLang: 'x-default', href: pathIn(baseLocale) },
  ]
}

const withContext = (data: StructuredData) => ({ '@context': 'https://schema.org', ...data }) as WithContext<Thing> & object
