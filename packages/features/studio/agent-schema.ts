import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { askInput } from '../chat/ask-schema.ts'
import type { Source } from '../chat/schema.ts'
import * as rules from './agent-rules.ts'
import { maxNameLength } from './rules.ts'
import type { AgentState, PassagePlace } from './schema.ts'
import { id, line, optionalLine, optionalParagraphs, paragraphs } from './text-inputs.ts'

const colors = z
  .array(z.string('invalid'))
  .length(2, 'invalid')
  .transform(([deep = '', bright = '']): [deep: string, bright: string] => [deep, bright])
  .refine(([deep, bright]) => rules.agentColors.some((pair) => pair[0] === deep && pair[1] === bright), 'invalid')

const profile = z.object({
  line: optionalLine(rules.maxLineLength),
  description: optionalParagraphs(rules.maxDescriptionLength),
  voice: optionalParagraphs(rules.maxVoiceLength),
  category: z.enum(rules.creatorCategories, 'invalid'),
  colors,
  starters: z.array(line(rules.maxStarterLength)).max(rules.maxStarters, 'invalid'),
  notCovered: optionalParagraphs(rules.maxNotCoveredLength),
  onlyDocuments: z.boolean('invalid'),
  languages: z.array(z.enum(locales, 'invalid_language')).min(1, 'invalid').max(locales.length, 'invalid'),
  reveal: z.enum(rules.reveals, 'invalid'),
  /** An answer about the name that is saved with it. */
  person: z.enum(rules.persons, 'invalid').nullable(),
})

export const saveAgentInput = z.object({
  agentId: id,
  /** The one that the change began from. */
  revision: z.int('invalid').min(0, 'invalid'),
  name: line(maxNameLength),
  profile,
})

const question = askInput.omit({ agent: true })
export const tryAgentInput = question.extend({ agentId: id })
const slug = z.string('invalid').max(rules.maxAgentSlugLength, 'invalid').regex(rules.agentSlugPattern, 'invalid')
export const sharedAgentInput = z.object({ slug })
export const askAgentInput = question.extend({ slug })
export const openSharedInput = z.object({ slug, passageId: id })
export const openPassageInput = z.object({ passageId: id })
export const reportInput = z.object({
  slug,
  reason: paragraphs(rules.maxReasonLength),
  question: optionalParagraphs(4_000),
  /** As it was given, because its note holds for exactly this text. */
  reply: z.string('invalid').max(20_000, 'text_too_long').default(''),
  /** The reply's signed note: no one can report what the agent did not say. */
  provenance: z.string('invalid').max(4_000, 'invalid').default(''),
})

/** `not_given`: the reply has no note that says that this agent gave it. */
export type ReportResult = { error: null } | { error: 'not_given' }

export const addCorrectionInput = z.object({
  agentId: id,
  question: line(rules.maxCorrectedQuestionLength),
  answer: paragraphs(rules.maxCorrectionLength),
})
/** `before`: the answer that the edit began from, so that another tab's or device's edit is not overwritten unseen. */
export const editCorrectionInput = z.object({
  id,
  answer: paragraphs(rules.maxCorrectionLength),
  before: z.string().max(rules.maxCorrectionLength).optional(),
})
export const correctionInput = z.object({ id })

/** `ownQuestions`: what people ask the creator, which the run asks first; absent keeps those of the run before. */
export const measureInput = z.object({
  agentId: id,
  ownQuestions: z.array(line(rules.maxCorrectedQuestionLength)).max(rules.maxOwnQuestions, 'invalid').optional(),
})

export const pauseInput = z.object({ agentId: id, paused: z.boolean('invalid') })
export const blockInput = z.object({ agentId: id, asker: z.string('invalid').max(100, 'invalid'), blocked: z.boolean('invalid') })

/** A draft as its creator edits it. */
export interface AgentDraft {
  id: string
  name: string
  revision: number
  profile: rules.AgentProfile
  /** Made from headings and questions of its documents. */
  proposedStarters: string[]
  documents: number
  passages: number
  sharing: Sharing
  /** Whether a model writes the replies. */
  hasModel: boolean
}

export type SaveAgentResult =
  | { error: null; revision: number }
  /** Another tab or device saved meanwhile. */
  | { error: 'changed'; draft: AgentDraft }

export interface Sharing {
  state: AgentState
  /** Stays once it is given. */
  slug: string | null
  /** ISO 8601, of the release that visitors talk to. */
  sharedAt: string | null
  /** The draft differs from what is shared. */
  hasChanges: boolean
  /** ISO 8601, of the release before the one that visitors talk to: one can go back to it. */
  before: string | null
  takedownReason: string | null
  /** Active agents of the account, of those that its plan has. */
  active: { used: number; limit: number | 'unlimited' }
}

/** `no_passages`: nothing answers yet. `person`: whether it speaks as a living person is not answered. `plan`: no active agent is left. */
export type ShareRefusal = 'no_passages' | 'person' | 'plan' | 'taken_down'
export type ShareAgentResult = { error: null; sharing: Sharing } | { error: ShareRefusal }

export interface Correction {
  id: string
  question: string
  answer: string
  createdAt: string
}

export type CorrectionResult = { error: null; correction: Correction } | { error: 'too_many' }
export type EditCorrectionResult = { error: null; correction: Correction } | { error: 'changed' }

export interface CoverageQuestion {
  question: string
  /** Written by the creator. */
  own: boolean
  coverage: 'documents' | 'correction' | 'not_covered'
  /** The place that answers. */
  source: Source | null
  /** Compared with the run before; null for a question that is new. */
  before: 'documents' | 'correction' | 'not_covered' | null
}

export interface CoverageRun {
  /** ISO 8601. */
  at: string
  covered: number
  questions: CoverageQuestion[]
}

export interface CoverageResult {
  agent: { id: string; name: string; passages: number; documents: number }
  run: CoverageRun | null
  /** Of the run before. */
  before: { at: string; covered: number; total: number } | null
}

/** A cited passage with those around it, as far as its creator allows. */
export interface OpenedPassage extends PassagePlace {
  documentId: string
  documentName: string
  /** Of its document. */
  language: Locale | null
  /** Order of the cited passage in its document. */
  place: number
  passages: { id: string; text: string; headings: string[]; isCited: boolean }[]
}

/** `limited`: the day's passages are used up. `gone`: the document was deleted or replaced. */
export type OpenResult = { error: null; opened: OpenedPassage } | { error: 'limited' | 'gone' }

export interface SharedAgent {
  slug: string
  name: string
  state: 'shared' | 'paused'
  profile: Pick<
    rules.AgentProfile,
    'line' | 'description' | 'category' | 'colors' | 'starters' | 'onlyDocuments' | 'languages' | 'person'
  >
  /** Titles of its documents. */
  documents: string[]
  coverage: { covered: number; total: number; at: string } | null
  sharedAt: string
  isOwn: boolean
}

export interface Asker {
  asker: string
  questions: number
  lastAt: string
  blocked: boolean
}

export interface AgentReport {
  id: string
  reason: string
  question: string
  reply: string
  createdAt: string
}

export interface AudienceResult {
  askers: Asker[]
  reports: AgentReport[]
}
