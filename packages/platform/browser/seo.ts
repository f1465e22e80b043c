import type { Thing, WithContext } from 'schema-dts'
import { getLocale } from '../i18n/locale.ts'
import { baseLocale, intlLocale, locales, localizePath, pathInLocale } from '../shared/locale.ts'
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
  structuredData?: StructuredData | undefined
}

/** The `head` of a page that search engines may list: title, description, share tags, canonical and language links, structured data. */
export function pageHead({ origin, path, title, description, keywords, type = 'website', structuredData }: PageData) {
  const locale = getLocale()
  const canonical = origin + localizePath(path, locale)
  const share = { site_name: 'Duo', title, description, type, url: canonical, locale: intlLocale(locale).replace('-', '_') }
  const image = origin + shareImagePath(path, locale)
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'keywords', content: keywords },
      ...Object.entries(share).map(([key, content]) => ({ property: `og:${key}`, content })),
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: title },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: image },
      ...(structuredData ? [{ 'script:ld+json': withContext(structuredData) }] : []),
    ],
    links: [
      { rel: 'canonical', href: canonical },
      ...locales.map((language) => ({ rel: 'alternate', hrefLang: language, href: origin + pathInLocale(path, language) })),
      { rel: 'alternate', hrefLang: 'x-default', href: origin + pathInLocale(path, baseLocale) },
    ],
  }
}

const withContext = (data: StructuredData) => ({ '@context': 'https://schema.org', ...data }) as WithContext<Thing> & object

/** The `head` of a page that is nobody else's business: accounts, conversations, errors. */
export const privateHead = (title: string) => ({ meta: [{ title }, { name: 'robots', content: 'noindex' }] })
