import { m } from '@duo/platform/i18n/messages.ts'
import { type AgentCategory, type AgentGroup, groupOf } from '../rules.ts'

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

export const categoryName = (category: AgentCategory) => names[category]()

const groups: Record<AgentGroup, () => string> = {
  'science-technology': () => m.marketplace_group_science_technology(),
  'arts-letters': () => m.marketplace_group_arts_letters(),
  'thought-strategy': () => m.marketplace_group_thought_strategy(),
  'care-justice': () => m.marketplace_group_care_justice(),
  discovery: () => m.marketplace_group_discovery(),
}

export const groupName = (group: AgentGroup) => groups[group]()

export const fieldNames = (category: AgentCategory): string[] => [categoryName(category), groupName(groupOf(category))]
