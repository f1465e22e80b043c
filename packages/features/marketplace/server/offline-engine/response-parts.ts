import type { Db } from '@duo/db/index.ts'
import type { AgentVoice } from '@duo/db/tables/marketplace.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { Asked } from '../../schema.ts'
import type { NamedAgent } from '../agent-names.ts'
import { grave } from '../notes/next-questions.ts'
import type { NoteRow } from '../notes/notes-queries.ts'
import { notesOf, voiceOf } from '../notes/notes-search.ts'
import type { Advice } from './advice.ts'
import type { Talk } from './intent-patterns.ts'
import { gistOf } from './passage-extraction.ts'
import { seedOf } from './phrasing.ts'

/** What an answer says before it is put into words. */
export interface Plan {
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
    | Exclude<Talk, 'more' | 'reason' | 'next' | 'yes' | 'nod' | 'order' | 'beyond' | 'surprise'>
  /** Told word for word, in the order of the questions. */
  notes: NoteRow[]
  /** A part of the first note, told instead of the whole. */
  passage?: string
  /** Notes worth offering, best first; what is near to the notes told comes after them. */
  leads: readonly NoteRow[]
  /** What the answer must say that it is not. */
  advice?: Advice | null
  /** Another agent whom the message names. */
  named?: NamedAgent | undefined
  /** The result of a sum, or the sentence for a language without notes. */
  said?: string
  /** Whether a part of the message is not answered. */
  isPartial?: boolean
}

/** A plan without notes, so far. */
export const nothing = { notes: [], leads: [] }

/** Another note after the last one: `more` where the person asked for more, `nearest` where the question is not answered by it. */
export const goOn = (plan: Omit<Plan, 'kind' | 'notes'>, next: NoteRow | undefined, kind: 'more' | 'nearest' = 'more'): Plan =>
  next ? { ...plan, kind, notes: [next] } : { ...plan, kind: 'told', notes: [] }

/** Notes to offer where nothing leads to one: another one each time, but the same for the same message. */
export function worthOffering(untold: readonly NoteRow[], { messageId }: Asked): NoteRow[] {
  const light = untold.filter(({ key }) => !grave.test(key))
  const from = seedOf(messageId) % Math.max(1, light.length)
  return [...light.slice(from), ...light.slice(0, from)]
}

export async function speaker(db: Db, { agent }: Asked, language: Locale) {
  const found = await voiceOf(db, { agentId: agent.id, language })
  if (!found) throw new AppError('not_found')
  return { language, voice: found.voice, starters: found.starters }
}

/** The notes that were not told yet, in their order. */
export async function rest(db: Db, { agent }: Asked, language: Locale, told: readonly NoteRow[]): Promise<NoteRow[]> {
  const known = await notesOf(db, { agentId: agent.id, language })
  return (known?.notes ?? []).filter(({ key }) => told.every((note) => note.key !== key))
}

/** A note in short: how it begins, and the sentence that says most. */
export async function inShort(db: Db, { agent }: Asked, language: Locale, { key, text }: NoteRow): Promise<string> {
  const known = (await notesOf(db, { agentId: agent.id, language }))?.notes.find((note) => note.key === key)
  return known ? gistOf(known, language) : text
}

/** What comes after the note that was told last, else the first that was not told. */
export function following(told: readonly NoteRow[], untold: readonly NoteRow[]) {
  const place = told.at(-1)?.place ?? -1
  return untold.find((note) => note.place > place) ?? untold[0]
}

/** What is nearest to the note told last, else what follows that. */
export async function related(db: Db, { agent }: Asked, language: Locale, told: readonly NoteRow[], untold: readonly NoteRow[]) {
  const known = await notesOf(db, { agentId: agent.id, language })
  const near = known?.index.near(told.slice(-1).map(({ key }) => key)) ?? []
  const next = near.find((key) => !grave.test(key) && untold.some((note) => note.key === key))
  return untold.find(({ key }) => key === next) ?? following(told, untold)
}
