import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

/** For head.ts, which adds the articles that are shown, and for the server; routes.tsx does without these texts. */
export const blogPage = publicPage({
  path: '/blog',
  title: m.blog_page_title,
  description: m.blog_page_description,
  keywords: m.blog_page_keywords,
})

export const blogPages = [blogPage]
