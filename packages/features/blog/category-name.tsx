import { m } from '@duo/platform/i18n/messages.ts'
import type { Category } from './rules.ts'

const names: Record<Category, () => string> = {
  trends: () => m.blog_category_trends(),
  innovation: () => m.blog_category_innovation(),
  business: () => m.blog_category_business(),
  'no-code': () => m.blog_category_no_code(),
  monetization: () => m.blog_category_monetization(),
  guides: () => m.blog_category_guides(),
  ethics: () => m.blog_category_ethics(),
  tutorial: () => m.blog_category_tutorial(),
  strategy: () => m.blog_category_strategy(),
}

/** A category in the language of the page. */
export const categoryName = (category: Category) => names[category]()
