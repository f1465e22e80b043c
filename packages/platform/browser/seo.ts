import type { ComponentProps } from 'react'
import type { SearchAction, Thing, WithActionConstraints, WithContext } from 'schema-dts'
import { getLocale } from '../i18n/locale.ts'
import { baseLocale, intlLocale, type Locale, locales, localizePath, pathInLocale } from '../shared/locale.ts'
import { shareImagePath } from '../shared/share-image.ts'

export type StructuredData = Exclude<Thing, string>

export type SearchActionData = WithActionConstraints<Exclude<SearchAction, string>>

export interface PageData {
  origin: string
  path: string
  title: string
  description: string
  keywords: string
  type?: 'website' | 'article'
  structuredData?: StructuredData | readonly StructuredData[] | undefined
  /** Set where the content's language differs from the interface's. */
  language?: Locale | undefined
  /** Router paths per language, `path` for each by default; null when the page exists in one language only (`x-default`). */
  translations?: Record<Locale, string> | null | undefined
}

export function pageHead(page: PageData) {
  const { origin, path, title, description, keywords, type = 'website', language = getLocale() } = page
  const canonical = origin + localizePath(path, language)
  const share = { site_name: 'Duo', title, description, type, url: canonical, locale: openGraphLocale(language) }
  const otherLocales = page.translations === null ? [] : locales.filter((locale) => locale !== language)
  const image = origin + shareImagePath(path, language)
  const structured = page.structuredData ? [page.structuredData].flat() : []
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'keywords', content: keywords },
      ...Object.entries(share).map(([key, content]) => property(`og:${key}`, content)),
      ...otherLocales.map((locale) => property('og:locale:alternate', openGraphLocale(locale))),
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

const openGraphLocale = (locale: Locale) => intlLocale(locale).replace('-', '_')

const property = (name: string, content: string): Meta => ({ property: name, content })

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
