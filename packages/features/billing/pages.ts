import { m } from '@duo/platform/i18n/messages.ts'
import { publicPage } from '../shell/public-page.ts'

export const pricingPage = publicPage({
  path: '/pricing',
  title: m.billing_page_title,
  description: m.billing_page_description,
  keywords: m.billing_page_keywords,
})

export const billingPages = [pricingPage]
