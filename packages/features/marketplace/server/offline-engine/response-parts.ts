import type { Db } from '@duo/db/index.ts'
import type { AgentVoice } from '@duo/db/tables/marketplace.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ResponderInput } from '../../schema.ts'
import type { NamedAgent } from '../agent-names.ts'
import { messageWords } from '../language/plain-message.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { NoteRow } from '../notes/notes-queries.ts'
import { findNotes, findVoice, getNotes } from '../notes/notes-search.ts'
import { type Advice, advising, opinion, ownLife, today } from './advice.ts'
import type { Intent } from './intent-patterns.ts'
import { extractGist } from './passage-extraction.ts'
import { hashSeed } from './phrasing.ts'

/** Notes that are looked through for an answer. */
export const maxCandidates = 6

/** What an answer says before it is put into words. */
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
  /** Told word for word, in the order of the questions. */
  notes: NoteRow[]
  /** A part of the first note, told instead of the whole. */
  passage?: string
  /** Notes worth offering, best first; what is near to the notes told comes after them. */
  suggestions: readonly NoteRow[]
  /** What the answer must say that it is not. */
  advice?: Advice | null
  /** Another agent whom the message names. */
  otherAgent?: NamedAgent | undefined
  /** The result of a sum, or the sentence for a language without notes. */
  statement?: string
  /** Whether a part of the message is not answered. */
  isPartial?: boolean
}

/** A plan without notes, so far. */
export const emptyPlan = { notes: [], suggestions: [] }

/** Another note after the last one: `more` where the person asked for more, `nearest` where the question is not answered by it. */
export const continuePlan = (
  plan: Omit<ResponsePlan, 'kind' | 'notes'>,
  next: NoteRow | undefined,
  kind: 'more' | 'nearest' = 'more',
): ResponsePlan => (next ? { ...plan, kind, notes: [next] } : { ...plan, kind: 'told', notes: [] })

/** Notes to offer where nothing leads to one: another one each time, but the same for the same message. */
export function suggestTopics(unusedNotes: readonly NoteRow[], { messageId }: ResponderInput): NoteRow[] {
  const light = unusedNotes.filter(({ key }) => !sensitiveTopics.test(key))
  const from = hashSeed(messageId) % Math.max(1, light.length)
  return [...light.slice(from), ...light.slice(0, from)]
}

export async function responseBase(db: Db, { agent }: ResponderInput, language: Locale) {
  const found = await findVoice(db, { agentId: agent.id, language })
  if (!found) throw new AppError('not_found')
  return { language, voice: found.voice, starters: found.starters }
}

/** The notes that were not told yet, in their order. */
export async function listUnusedNotes(
  db: Db,
  { agent }: ResponderInput,
  language: Locale,
  quotedNotes: readonly NoteRow[],
): Promise<NoteRow[]> {
  const agentNotes = await getNotes(db, { agentId: agent.id, language })
  return (agentNotes?.notes ?? []).filter(({ key }) => quotedNotes.every((note) => note.key !== key))
}

/** A note in short: how it begins, and the sentence that says most. */
export async function summarizeNote(
  db: Db,
  { agent }: ResponderInput,
  language: Locale,
  { key, text }: NoteRow,
): Promise<string> {
  const agentNotes = (await getNotes(db, { agentId: agent.id, language }))?.notes.find((note) => note.key === key)
  return agentNotes ? extractGist(agentNotes, language) : text
}

/** What comes after the note that was told last, else the first that was not told. */
export function nextNote(quotedNotes: readonly NoteRow[], unusedNotes: readonly NoteRow[]) {
  const lastPosition = quotedNotes.at(-1)?.place ?? -1
  return unusedNotes.find((note) => note.place > lastPosition) ?? unusedNotes[0]
}

/** What is nearest to the note told last, else what follows that. */
export async function findRelatedNote(
  db: Db,
  { agent }: ResponderInput,
  language: Locale,
  quotedNotes: readonly NoteRow[],
  unusedNotes: readonly NoteRow[],
) {
  const agentNotes = await getNotes(db, { agentId: agent.id, language })
  const near = agentNotes?.index.near(quotedNotes.slice(-1).map(({ key }) => key)) ?? []
  const next = near.find((key) => !sensitiveTopics.test(key) && unusedNotes.some((note) => note.key === key))
  return unusedNotes.find(({ key }) => key === next) ?? nextNote(quotedNotes, unusedNotes)
}

/** Where no note is about it: the agent's advice for a person who tells of themselves, its view of today for a question about its opinion. */
export async function findOverviewNote(
  db: Db,
  input: ResponderInput,
  language: Locale,
): Promise<{ kind: 'counsel' | 'nearest'; note: NoteRow } | null> {
  const text = messageWords(input.question).join(' ')
  const kind = ownLife.test(text) ? 'counsel' : opinion.test(text) ? 'nearest' : null
  if (kind === null) return null
  const question = (kind === 'nearest' ? today : advising)[language]
  const search = { agentId: input.agent.id, language, question, history: [], limit: maxCandidates }
  const { notes } = await findNotes(db, search)
  const note = notes.find(({ isConfident }) => isConfident)
  return note ? { kind, note } : null
}
