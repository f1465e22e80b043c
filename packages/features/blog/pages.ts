import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

/** Imported by head.ts and the server; routes.ts does not need these texts. */
export const blogPage = publicPage({
  path: '/blog',
  title: m.blog_page_title,
  description: m.blog_page_description,
  keywords: m.blog_page_keywords,
})

export const blogPages = [blogPage]
