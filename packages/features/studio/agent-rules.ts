import type { Locale } from '@duo/platform/shared/locale.ts'

export const maxLineLength = 120
export const maxDescriptionLength = 600
export const maxVoiceLength = 400
export const maxStarters = 4
export const maxStarterLength = 120
export const maxNotCoveredLength = 300

export const maxCorrections = 500
export const maxCorrectedQuestionLength = 300
export const maxCorrectionLength = 2_000

export const maxReasonLength = 500

/** Subjects of creators' agents. Those that need care have the house's rules for advice, whatever the creator chose. */
export const creatorCategories = [
  'education',
  'business',
  'technology',
  'craft',
  'food',
  'health',
  'law',
  'money',
  'arts',
  'sport',
  'other',
] as const
export type CreatorCategory = (typeof creatorCategories)[number]

/** Pairs from which an agent's picture is drawn: deep and bright. */
export const agentColors = [
  ['#1f4037', '#f0b27a'],
  ['#3d1442', '#f2b134'],
  ['#7a1f3d', '#ff9566'],
  ['#1d2d5c', '#f5a3a8'],
  ['#0b4a58', '#e8c468'],
  ['#4a3418', '#9cc5a1'],
] as const satisfies readonly (readonly [string, string])[]

/** How much of a document a visitor may read around a passage that a reply cites. */
export const reveals = ['passage', 'neighbours', 'document'] as const
export type Reveal = (typeof reveals)[number]

/** Whether the agent speaks as a living person: as no one, as the creator, or as a person who agreed. */
export const persons = ['none', 'self', 'agreed'] as const
export type AgentPerson = (typeof persons)[number]

/** Passages whose text an asker is shown on a day: these, or this share of a document if that is more. */
export const maxShownPassages = 20
export const shownShare = 0.1

/** Releases that are kept, the newest first: the current one, and those to go back to. */
export const keptReleases = 3

/** Questions to a draft, per account and day. */
export const tryLimit = { name: 'studio_try', points: 200, seconds: 86_400 }
/** Questions to creators' agents, per network. */
export const askAgentLimit = { name: 'studio_ask', points: 30, sitePoints: 120, seconds: 3_600 }
export const openLimit = { name: 'studio_open', points: 120, seconds: 60 }
export const reportLimit = { name: 'studio_report', points: 5, seconds: 3_600 }
export const shareAgentLimit = { name: 'studio_share', points: 30, seconds: 3_600 }
/** A run asks the search thirty questions. */
export const coverageLimit = { name: 'studio_coverage', points: 20, seconds: 3_600 }

export const coverageQuestions = 30
/** Of the thirty, those that the creator writes. */
export const maxOwnQuestions = 10

/** Days after the last question until an asker who is not blocked is forgotten. */
export const askerDays = 30

/** Days until a report is deleted. */
export const reportDays = 180

export const agentPath = (slug: string) => `/agents/${slug}`
export const agentSlugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const maxAgentSlugLength = 80

export interface AgentProfile {
  /** What it is, in one line. */
  line: string
  description: string
  /** How it speaks; used with a model only. */
  voice: string
  category: CreatorCategory
  colors: [deep: string, bright: string]
  starters: string[]
  /** What it says when its documents do not cover a question; empty for the house's sentence. */
  notCovered: string
  /** Without a passage above the threshold, no model is asked. */
  onlyDocuments: boolean
  /** Languages in which it answers. */
  languages: Locale[]
  reveal: Reveal
  /** The creator's answer about its name; null until they answer, which sharing requires. */
  person: AgentPerson | null
}

export const newProfile: AgentProfile = {
  line: '',
  description: '',
  voice: '',
  category: 'other',
  colors: [...agentColors[0]],
  starters: [],
  notCovered: '',
  onlyDocuments: true,
  languages: ['en', 'pt'],
  reveal: 'neighbours',
  person: null,
}
