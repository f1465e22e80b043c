import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

export const privacyPage = publicPage({
  path: '/privacy',
  title: m.legal_privacy_title,
  description: m.legal_privacy_description,
  keywords: m.legal_privacy_keywords,
})

export const termsPage = publicPage({
  path: '/terms',
  title: m.legal_terms_title,
  description: m.legal_terms_description,
  keywords: m.legal_terms_keywords,
})

export const legalPages = [privacyPage, termsPage]
