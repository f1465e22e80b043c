import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
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

/** Filter groups of the marketplace. Each category belongs to exactly one group. */
export const agentGroups = {
  'science-technology': ['science', 'technology'],
  'arts-letters': ['art', 'literature', 'music'],
  'thought-strategy': ['philosophy', 'strategy', 'business'],
  'care-justice': ['health', 'law'],
  discovery: ['exploration'],
} as const satisfies Record<string, readonly AgentCategory[]>
export type AgentGroup = keyof typeof agentGroups

const groupNames = keysOf(agentGroups)
export const groupOf = (category: AgentCategory) => groupNames.find((group) => agentGroups[group].some((one) => one === category))

export const agentSlugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxAgentSlugLength = 80

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
