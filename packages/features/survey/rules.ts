import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'

/** Option ids of spec, section 9. Only ids are stored and sent; their texts are in messages/. */
export const audienceSizes = ['0-1000', '1000-5000', '5000-20000', '20000+'] as const
export const goals = ['sell', 'integrate'] as const
export const userTypes = ['creator', 'company', 'developer', 'student', 'other'] as const
export const niches = [
  'social_media',
  'ecommerce',
  'productivity',
  'marketing',
  'freelancers',
  'product',
  'design',
  'development',
  'sales',
  'education',
  'healthcare',
  'finance',
  'others',
] as const
export const agentTypes = ['chatbot', 'consultant', 'content', 'data_analysis', 'other'] as const

/** The spec gives the number of areas (18), not their names. */
export const otherCategoryId = 'others'
export const categories = [
  'business',
  'marketing',
  'sales',
  'finance',
  'law',
  'health',
  'nutrition',
  'fitness',
  'psychology',
  'education',
  'languages',
  'technology',
  'data',
  'design',
  'media',
  'career',
  'real_estate',
  'gastronomy',
  otherCategoryId,
] as const

export type AudienceSize = (typeof audienceSizes)[number]
export type Category = (typeof categories)[number]
export type Goal = (typeof goals)[number]
export type UserType = (typeof userTypes)[number]
export type Niche = (typeof niches)[number]
export type AgentType = (typeof agentTypes)[number]

export const maxTextLength = 1000

/** Removes angle brackets and quotes, trims, and cuts to 1000 code points (spec, section 5). A text that looks empty becomes empty. */
export function sanitize(text: string): string {
  const kept = Array.from(text.replace(/[<>"']/g, '').trim())
    .slice(0, maxTextLength)
    .join('')
  return hasVisibleText(kept) ? kept : ''
}

/** Joins the sanitised, non-empty items with commas, as the spreadsheet expects (spec, section 5). */
export const joinList = (items: readonly string[]) =>
  items
    .map(sanitize)
    .filter((item) => item !== '')
    .join(', ')

export interface QualificationDraft {
  audienceSize: AudienceSize | null
  categories: Category[]
  otherCategory: string
  goals: Goal[]
}

export interface FollowUpDraft {
  userTypes: UserType[]
  niches: Niche[]
  agentTypes: AgentType[]
  description: string
}

/** Returns the first question without an answer (`other`: the missing text for Others), or null when complete. */
export function missingAnswer(draft: QualificationDraft): 'audience' | 'categories' | 'other' | 'goals' | null {
  if (draft.audienceSize === null) return 'audience'
  if (draft.categories.length === 0) return 'categories'
  if (needsOtherText(draft)) return 'other'
  return draft.goals.length === 0 ? 'goals' : null
}

export const needsOtherText = ({ categories, otherCategory }: Pick<QualificationDraft, 'categories' | 'otherCategory'>) =>
  categories.includes(otherCategoryId) && sanitize(otherCategory) === ''

/** Null unless Others is chosen (spec, section 5). */
export const otherCategoryOf = ({ categories, otherCategory }: Pick<QualificationDraft, 'categories' | 'otherCategory'>) =>
  categories.includes(otherCategoryId) ? sanitize(otherCategory) : null
