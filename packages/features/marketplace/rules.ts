/** The fields that agents come from. */
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

/** The marketplace's filter: fields that one looks for together. Each field stands in one group. */
export const agentGroups = {
  'science-technology': ['science', 'technology'],
  'arts-letters': ['art', 'literature', 'music'],
  'thought-strategy': ['philosophy', 'strategy', 'business'],
  'care-justice': ['health', 'law'],
  discovery: ['exploration'],
} as const satisfies Record<string, readonly AgentCategory[]>
export type AgentGroup = keyof typeof agentGroups

const groupNames = Object.keys(agentGroups) as AgentGroup[]
/** The group that a field stands in. */
export const groupOf = (category: AgentCategory) => groupNames.find((group) => agentGroups[group].some((one) => one === category))

/** What an agent may be called in addresses. */
export const agentSlugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxAgentSlugLength = 80

/** Widths, in CSS pixels times density, in which agents' pictures exist; 4:3. */
export const agentImageWidths = [240, 480, 800, 1200] as const
export const agentImageFormats = ['avif', 'webp', 'png'] as const

/** Where an agent's picture is, without size and format. */
export const agentImage = (slug: string) => `/marketplace/images/${slug}`

/** One size of it; `base` is the picture's own field. */
export const agentImagePath = (base: string, width: number, format: (typeof agentImageFormats)[number]) =>
  `${base}-${width}.${format}`

/** What is asked of the agents that come with Duo; an operator's own may know less. */
export interface BundledAgentRules {
  minNotes: number
  maxNotes: number
}
export const bundledAgentRules: BundledAgentRules = { minNotes: 20, maxNotes: 36 }

/** How long what an agent says of itself is remembered, ms: a change shows in conversations after this at the latest. */
export const textCacheMs = 5_000
