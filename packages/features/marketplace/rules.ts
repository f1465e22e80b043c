export const agentCategories = [
  'science',
  'technology',
  'art',
  'literature',
  'music',
  'strategy',
  'health',
  'law',
  'exploration',
  'business',
  'philosophy',
] as const
export type AgentCategory = (typeof agentCategories)[number]

/** Filters of the marketplace, in the order of the page. */
export const agentGroups = ['science-technology', 'arts-letters', 'thought-strategy', 'care-justice', 'discovery'] as const
export type AgentGroup = (typeof agentGroups)[number]

const groups: Record<AgentCategory, AgentGroup> = {
  science: 'science-technology',
  technology: 'science-technology',
  art: 'arts-letters',
  literature: 'arts-letters',
  music: 'arts-letters',
  philosophy: 'thought-strategy',
  strategy: 'thought-strategy',
  business: 'thought-strategy',
  health: 'care-justice',
  law: 'care-justice',
  exploration: 'discovery',
}
export const groupOf = (category: AgentCategory) => groups[category]

export const agentSlugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxAgentSlugLength = 80

/** Characters of a search in the marketplace. */
export const maxSearchLength = 60

/** Available image widths in physical pixels; all images are 4:3. */
export const agentImageWidths = [240, 480, 800, 1200] as const
export const agentImageFormats = ['avif', 'webp', 'png'] as const

export const agentImage = (slug: string) => `/marketplace/images/${slug}`

export const agentImagePath = (base: string, width: number, format: (typeof agentImageFormats)[number]) =>
  `${base}-${width}.${format}`

export interface BundledAgentRules {
  minNotes: number
  maxNotes: number
}
export const bundledAgentRules: BundledAgentRules = { minNotes: 20, maxNotes: 36 }

/** Cache time of agents' texts, ms: the longest delay until a change shows in conversations. */
export const textCacheMs = 5_000
