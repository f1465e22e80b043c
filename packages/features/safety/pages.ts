import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

export const helpPage = publicPage({
  path: '/help',
  title: m.safety_page_title,
  description: m.safety_page_description,
  keywords: m.safety_page_keywords,
})

export const safetyPages = [helpPage]
