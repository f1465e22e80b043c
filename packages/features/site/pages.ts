import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'
import { homePage } from './page-meta.ts'

export const aboutPage = publicPage({
  path: '/about',
  title: m.site_about_title,
  description: m.site_about_description,
  keywords: m.site_about_keywords,
  structuredData: (origin) => ({
    '@type': 'AboutPage',
    name: m.site_about_title(),
    description: m.site_about_description(),
    about: { '@type': 'Organization', name: m.shell_name(), url: origin },
  }),
})

export const communityPage = publicPage({
  path: '/community',
  title: m.site_community_title,
  description: m.site_community_description,
  keywords: m.site_community_keywords,
})

export const sitePages = [homePage, aboutPage, communityPage]
