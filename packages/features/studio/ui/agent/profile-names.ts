import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import type { AgentPerson, AgentProfile, CreatorCategory, Reveal } from '../../agent-rules.ts'

export const field: NameOf<AgentProfile> = (name) => name

export interface ProfileFieldsProps {
  profile: AgentProfile
  onChange: (change: Partial<AgentProfile>) => void
}

export const categoryNames: Record<CreatorCategory, () => string> = {
  education: m.studio_category_education,
  business: m.studio_category_business,
  technology: m.studio_category_technology,
  craft: m.studio_category_craft,
  food: m.studio_category_food,
  health: m.studio_category_health,
  law: m.studio_category_law,
  money: m.studio_category_money,
  arts: m.studio_category_arts,
  sport: m.studio_category_sport,
  other: m.studio_category_other,
}

/** In the order of `agentColors`. */
export const colorNames = [
  m.studio_color_1,
  m.studio_color_2,
  m.studio_color_3,
  m.studio_color_4,
  m.studio_color_5,
  m.studio_color_6,
] as const

export const languageNames: Record<Locale, () => string> = { en: m.studio_language_en, pt: m.studio_language_pt }

export const revealNames: Record<Reveal, () => string> = {
  passage: m.studio_reveal_passage,
  neighbours: m.studio_reveal_neighbours,
  document: m.studio_reveal_document,
}

export const personNames: Record<AgentPerson, () => string> = {
  none: m.studio_person_none,
  self: m.studio_person_self,
  agreed: m.studio_person_agreed,
}
