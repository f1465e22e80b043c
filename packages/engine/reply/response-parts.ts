import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { fnv1a } from '@duo/platform/shared/text/fnv1a.ts'
import { type DialogueState, listReplies } from '../dialogue/dialogue-state.ts'
import type { Advice } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { Story } from '../intent/story.ts'
import type { AgentVoice, Knowledge, NamedAgent, Note, NoteRow, Passage } from '../knowledge.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import type { AnswerKind } from '../search/answer-kind.ts'
import type { FoundPassages } from '../search/find-passages.ts'
import { companionSentence, untold } from './passage-extraction.ts'
import { quoteTopic } from './phrasing.ts'

/** A text of a note that a reply tells, and cites. */
export interface Quotation {
  note: NoteRow
  text: string
}

export interface ResponsePlan {
  language: Locale
  voice: AgentVoice
  starters: string[]
  kind:
    | 'notes'
    | 'more'
    | 'nearest'
    | 'heard'
    | 'again'
    | 'passage'
    | 'uncovered'
    | 'unsaid'
    | 'age'
    | 'all'
    | 'you-too'
    | 'my-place'
    | 'offer'
    | 'exhausted'
    | 'sum'
    | 'foreign'
    | 'agent'
    | Exclude<
        Intent,
        'more' | 'reason' | 'next' | 'yes' | 'acknowledgement' | 'prompt_injection' | 'out_of_scope' | 'surprise' | 'shorter'
      >
  quotations: Quotation[]
  suggestions: readonly NoteRow[]
  advice?: Advice | null
  otherAgent?: NamedAgent | undefined
  /** Result of a sum, or the notice for an unsupported language. */
  statement?: string
  story?: Story
  /** What is quoted beside a story answers the visitor’s question. */
  isAnswer?: boolean
  /** What was asked for and is not in the notes. */
  missing?: AnswerKind
  /** The note that was told whole. */
  topic?: string | undefined
  /** The agent's age in the year under discussion. */
  then?: { year: number; age: number }
  isPartial?: boolean
}

export const emptyPlan = { quotations: [], suggestions: [] }

/** A fact is quoted with one sentence of its note, a note from what was not told of it. */
export function quote({ note, fact }: Passage, dialogue: DialogueState): Quotation {
  if (!fact) return { note, text: untold(note.text, dialogue) || note.text }
  const sentence = companionSentence(fact.text, note.text, dialogue.tells)
  return { note, text: sentence === null ? fact.text : `${fact.text} ${sentence}` }
}

/** Continues with another note. */
export const continuePlan = (plan: Omit<ResponsePlan, 'kind' | 'quotations'>, next: Note | undefined): ResponsePlan =>
  next ? { ...plan, kind: 'more', quotations: [{ note: next, text: next.text }] } : { ...plan, kind: 'exhausted', quotations: [] }

/** A note that is offered instead must be this near to the question. */
const minOffered = 0.2

/** A whole life is near to every question. */
const unfit = new RegExp(`${sensitiveTopics.source}|^life$`)

/** What to ask instead: what is nearest to the question, then what is near to the note under discussion. */
export async function offers(
  knowledge: Knowledge,
  input: ReplyInput,
  { near, answers, language, dialogue }: FoundPassages,
): Promise<Note[]> {
  const offered = listReplies(input.history).join('\n')
  const unused = (await unusedNotes(knowledge, input, language, dialogue)).filter(
    ({ title }) => !offered.includes(`“${quoteTopic(title)}”`),
  )
  const close = [...answers, ...near]
    .filter(({ score, note }) => score >= minOffered && !unfit.test(note.key) && unused.includes(note))
    .map(({ note }) => note)
  const related = dialogue.last ? await relatedNote(knowledge, input, language, dialogue) : undefined
  return [...close, ...(related ? [related] : []), ...suggestTopics(unused, input)]
}

/** Rotates the unused notes by message id. */
export function suggestTopics(unused: readonly Note[], { messageId }: ReplyInput): Note[] {
  const light = unused.filter(({ key }) => !sensitiveTopics.test(key))
  const from = fnv1a(messageId) % Math.max(1, light.length)
  return [...light.slice(from), ...light.slice(0, from)]
}

export async function responseBase(knowledge: Knowledge, { agent }: ReplyInput, language: Locale) {
  const found = await knowledge.findVoice({ agentId: agent.id, language })
  if (!found) throw new AppError('not_found')
  return { language, voice: found.voice, starters: found.starters }
}

export async function unusedNotes(
  knowledge: Knowledge,
  { agent }: ReplyInput,
  language: Locale,
  dialogue: DialogueState,
): Promise<Note[]> {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  return (agentNotes?.notes ?? []).filter(({ key }) => dialogue.notes.every((note) => note.key !== key))
}

export function nextNote(dialogue: DialogueState, unused: readonly Note[]): Note | undefined {
  const lastPlace = dialogue.last?.place ?? -1
  return unused.find((note) => note.place > lastPlace) ?? unused[0]
}

/** Returns the unused note that is nearest to what was quoted last. */
export async function relatedNote(
  knowledge: Knowledge,
  input: ReplyInput,
  language: Locale,
  dialogue: DialogueState,
): Promise<Note | undefined> {
  const agentNotes = await knowledge.getNotes({ agentId: input.agent.id, language })
  const unused = await unusedNotes(knowledge, input, language, dialogue)
  const near = agentNotes?.near(dialogue.last ? [dialogue.last.key] : []) ?? []
  const next = near.find((key) => !sensitiveTopics.test(key) && unused.some((note) => note.key === key))
  return unused.find(({ key }) => key === next) ?? nextNote(dialogue, unused)
}
