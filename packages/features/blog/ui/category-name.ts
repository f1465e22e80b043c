import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Category } from '../rules.ts'

const names: Record<Category, (locale: Locale) => string> = {
  trends: (locale) => m.blog_category_trends({}, { locale }),
  innovation: (locale) => m.blog_category_innovation({}, { locale }),
  business: (locale) => m.blog_category_business({}, { locale }),
  'no-code': (locale) => m.blog_category_no_code({}, { locale }),
  monetization: (locale) => m.blog_category_monetization({}, { locale }),
  guides: (locale) => m.blog_category_guides({}, { locale }),
  ethics: (locale) => m.blog_category_ethics({}, { locale }),
  tutorial: (locale) => m.blog_category_tutorial({}, { locale }),
  strategy: (locale) => m.blog_category_strategy({}, { locale }),
}

export const categoryName = (category: Category, locale = getLocale()) => names[category](locale)
