/** The option lists of spec, section 9. What is stored and sent is the id; its text in both languages is in messages/. */
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

/** The eighteen areas of expertise, and the one that asks for a text. The spec gives their number, not their names. */
export const others = 'others'
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
  others,
] as const

export type AudienceSize = (typeof audienceSizes)[number]
export type Category = (typeof categories)[number]
export type Goal = (typeof goals)[number]
export type UserType = (typeof userTypes)[number]
export type Niche = (typeof niches)[number]
export type AgentType = (typeof agentTypes)[number]

/** Longest free text (spec, sections 5 and 9). */
export const maxTextLength = 1000

/** Free text as it is stored: angle brackets and quotes removed, trimmed, cut to 1000 characters (spec, section 5). */
export const sanitize = (text: string) =>
  Array.from(text.replace(/[<>"']/g, '').trim())
    .slice(0, maxTextLength)
    .join('')

/** A list as the spreadsheet takes it: each item sanitised, empty ones dropped, joined by commas (spec, section 5). */
export const joinList = (items: readonly string[]) =>
  items
    .map(sanitize)
    .filter((item) => item !== '')
    .join(', ')

/** The qualification overlay's answers, as far as they have been given. */
export interface QualificationDraft {
  audienceSize: AudienceSize | null
  categories: Category[]
  otherCategory: string
  goals: Goal[]
}

/** The follow-up's answers, as far as they have been given. */
export interface FollowUpDraft {
  userTypes: UserType[]
  niches: Niche[]
  agentTypes: AgentType[]
  description: string
}

/** What the qualification still lacks: the first question without an answer, or the missing text for Others; null when complete. */
export function missingAnswer(draft: QualificationDraft): 'audience' | 'categories' | 'other' | 'goals' | null {
  if (draft.audienceSize === null) return 'audience'
  if (draft.categories.length === 0) return 'categories'
  if (needsOtherText(draft)) return 'other'
  return draft.goals.length === 0 ? 'goals' : null
}

/** Whether Others is chosen without saying which. */
export const needsOtherText = ({ categories, otherCategory }: Pick<QualificationDraft, 'categories' | 'otherCategory'>) =>
  categories.includes(others) && sanitize(otherCategory) === ''

/** `otherCategory` as it is sent: null unless Others is chosen (spec, section 5). */
export const otherCategoryOf = ({ categories, otherCategory }: Pick<QualificationDraft, 'categories' | 'otherCategory'>) =>
  categories.includes(others) ? sanitize(otherCategory) : null
