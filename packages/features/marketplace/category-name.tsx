import { m } from '@duo/platform/i18n/messages.ts'
import type { AgentCategory } from './rules.ts'

const names: Record<AgentCategory, () => string> = {
  science: () => m.marketplace_category_science(),
  technology: () => m.marketplace_category_technology(),
  art: () => m.marketplace_category_art(),
  literature: () => m.marketplace_category_literature(),
  music: () => m.marketplace_category_music(),
  strategy: () => m.marketplace_category_strategy(),
  health: () => m.marketplace_category_health(),
  law: () => m.marketplace_category_law(),
  exploration: () => m.marketplace_category_exploration(),
  business: () => m.marketplace_category_business(),
  philosophy: () => m.marketplace_category_philosophy(),
}

/** The field of an agent in the language of the page. */
export const categoryName = (category: AgentCategory) => names[category]()
