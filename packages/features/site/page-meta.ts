import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

export const homePage = publicPage({
  path: '/',
  title: m.site_home_title,
  description: m.site_home_description,
  keywords: m.site_home_keywords,
  structuredData: (origin) => ({
    '@type': 'Organization',
    name: m.shell_name(),
    url: origin,
    logo: `${origin}/icon-512.png`,
    description: m.site_home_description(),
  }),
})
