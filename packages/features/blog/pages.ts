import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale, localizePath } from '@duo/platform/shared/locale.ts'
import { publicPage } from '../shell/public-page.ts'

export const blogPage = publicPage({
  path: '/blog',
  title: m.blog_page_title,
  description: m.blog_page_description,
  keywords: m.blog_page_keywords,
  structuredData: (origin) => ({
    '@type': 'Blog',
    name: m.blog_page_title(),
    description: m.blog_page_description(),
    url: origin + localizePath('/blog', getLocale()),
    inLanguage: intlLocale(getLocale()),
    publisher: { '@type': 'Organization', name: m.shell_name(), url: origin, logo: `${origin}/icon-512.png` },
  }),
})

export const blogPages = [blogPage]
