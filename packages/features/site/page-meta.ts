import type { SearchActionData } from '@duo/platform/browser/seo.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale, localizePath } from '@duo/platform/shared/locale.ts'
import { publicPage } from '../shell/public-page.ts'

export const homePage = publicPage({
  path: '/',
  title: m.site_home_title,
  description: m.site_home_description,
  keywords: m.site_home_keywords,
  structuredData: (origin) => [
    {
      '@type': 'Organization',
      name: m.shell_name(),
      url: origin,
      logo: `${origin}/icon-512.png`,
      description: m.site_home_description(),
    },
    {
      '@type': 'WebSite',
      name: m.shell_name(),
      url: origin + localizePath('/', getLocale()),
      inLanguage: intlLocale(getLocale()),
      potentialAction: articleSearch(origin),
    },
  ],
})

/** `query-input` is Google's addition to schema.org's search action. */
const articleSearch = (origin: string): SearchActionData => ({
  '@type': 'SearchAction',
  target: {
    '@type': 'EntryPoint',
    urlTemplate: `${origin}${localizePath('/blog', getLocale())}?q={search_term_string}`,
  },
  'query-input': 'required name=search_term_string',
})
