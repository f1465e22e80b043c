import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

export const marketplacePage = publicPage({
  path: '/marketplace',
  title: m.marketplace_page_title,
  description: m.marketplace_page_description,
  keywords: m.marketplace_page_keywords,
})

export const marketplacePages = [marketplacePage]
