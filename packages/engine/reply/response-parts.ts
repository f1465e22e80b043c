import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { type Advice, adviceQuestions, opinion, ownLife, worldViewQuestions } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { AgentVoice, Knowledge, NamedAgent, NoteRow } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import { findNotes } from '../notes/notes-search.ts'
import type { ReplyInput } from '../reply-input.ts'
import { extractGist } from './passage-extraction.ts'

export const maxCandidates = 6

export interface ResponsePlan {
  language: Locale
  voice: AgentVoice
  starters: string[]
  kind:
    | 'notes'
    | 'more'
    | 'nearest'
    | 'counsel'
    | 'again'
    | 'passage'
    | 'uncovered'
    | 'offer'
    | 'told'
    | 'sum'
    | 'foreign'
    | 'agent'
    | Exclude<Intent, 'more' | 'reason' | 'next' | 'yes' | 'acknowledgement' | 'prompt_injection' | 'out_of_scope' | 'surprise'>
  notes: NoteRow[]
  passage?: string
  suggestions: readonly NoteRow[]
  advice?: Advice | null
  otherAgent?: NamedAgent | undefined
  /** Result of a sum, or the notice for an unsupported language. */
  statement?: string
  isPartial?: boolean
}

export const emptyPlan = { notes: [], suggestions: [] }

/** Continues with another note: `more` on request, `nearest` if it does not answer the question. */
export const continuePlan = (
  plan: Omit<ResponsePlan, 'kind' | 'notes'>,
  next: NoteRow | undefined,
  kind: 'more' | 'nearest' = 'more',
): ResponsePlan => (next ? { ...plan, kind, notes: [next] } : { ...plan, kind: 'told', notes: [] })

/** Rotates the unused notes by message id. */
export function suggestTopics(unusedNotes: readonly NoteRow[], { messageId }: ReplyInput): NoteRow[] {
  const light = unusedNotes.filter(({ key }) => !sensitiveTopics.test(key))
  const from = fnv1a(messageId) % Math.max(1, light.length)
  return [...light.slice(from), ...light.slice(0, from)]
}

export async function responseBase(knowledge: Knowledge, { agent }: ReplyInput, language: Locale) {
  const found = await knowledge.findVoice({ agentId: agent.id, language })
  if (!found) throw new AppError('not_found')
  return { language, voice: found.voice, starters: found.starters }
}

export async function listUnusedNotes(
  knowledge: Knowledge,
  { agent }: ReplyInput,
  language: Locale,
  quotedNotes: readonly NoteRow[],
): Promise<NoteRow[]> {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  return (agentNotes?.notes ?? []).filter(({ key }) => quotedNotes.every((note) => note.key !== key))
}

/** Summarizes a note by its first sentence and the most representative other one. */
export async function summarizeNote(
  knowledge: Knowledge,
  { agent }: ReplyInput,
  language: Locale,
  { key, text }: NoteRow,
): Promise<string> {
  const agentNotes = (await knowledge.getNotes({ agentId: agent.id, language }))?.notes.find((note) => note.key === key)
  return agentNotes ? extractGist(agentNotes, language) : text
}

export function nextNote(quotedNotes: readonly NoteRow[], unusedNotes: readonly NoteRow[]) {
  const lastPosition = quotedNotes.at(-1)?.place ?? -1
  return unusedNotes.find((note) => note.place > lastPosition) ?? unusedNotes[0]
}

export async function findRelatedNote(
  knowledge: Knowledge,
  { agent }: ReplyInput,
  language: Locale,
  quotedNotes: readonly NoteRow[],
  unusedNotes: readonly NoteRow[],
) {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  const near = agentNotes?.index.near(quotedNotes.slice(-1).map(({ key }) => key)) ?? []
  const next = near.find((key) => !sensitiveTopics.test(key) && unusedNotes.some((note) => note.key === key))
  return unusedNotes.find(({ key }) => key === next) ?? nextNote(quotedNotes, unusedNotes)
}

/** Falls back to the agent's general advice for users who describe their life, or its view of today for opinions. */
export async function findOverviewNote(
  knowledge: Knowledge,
  input: ReplyInput,
  language: Locale,
): Promise<{ kind: 'counsel' | 'nearest'; note: NoteRow } | null> {
  const text = messageWords(input.question).join(' ')
  const kind = ownLife.test(text) ? 'counsel' : opinion.test(text) ? 'nearest' : null
  if (kind === null) return null
  const question = (kind === 'nearest' ? worldViewQuestions : adviceQuestions)[language]
  const search = { agentId: input.agent.id, language, question, history: [], limit: maxCandidates }
  const { notes } = await findNotes(knowledge, search)
  const note = notes.find(({ isConfident }) => isConfident)
  return note ? { kind, note } : null
}
