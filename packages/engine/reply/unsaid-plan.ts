import type { Locale } from '@duo/platform/shared/locale.ts'
import type { DialogueState } from '../dialogue/dialogue-state.ts'
import type { Knowledge, Note, Passage } from '../knowledge.ts'
import { isFollowUp } from '../language/query-analysis.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import { type AnswerKind, ageIn, holdsKind, isSign } from '../search/answer-kind.ts'
import { contentTokens } from '../search/content-tokens.ts'
import type { FoundPassage, FoundPassages } from '../search/find-passages.ts'
import { untold } from './passage-extraction.ts'
import { type ResponsePlan, relatedNote, suggestTopics, unusedNotes } from './response-parts.ts'

/** Minimum score of a passage that is offered as the nearest to a question. */
export const minNearest = 0.3
export const minContinuing = 0.5
/** The same for a passage of the note under discussion or of those next to it. */
const minAround = 0.2
const nearNotes = 4
/** A note that is offered instead must be this near to the question. */
const minOffered = 0.26

export type Planned = Pick<ResponsePlan, 'kind' | 'quotations' | 'suggestions'> & Partial<ResponsePlan>

/** What was asked for is not in the notes: says so, and gives the nearest thing. */
export async function planUnsaid(
  knowledge: Knowledge,
  input: ReplyInput,
  found: FoundPassages,
  kind: AnswerKind | null,
): Promise<Planned> {
  const { language, dialogue, answers, near } = found
  const { last } = dialogue
  if (kind === '?old' && last && isFollowUp(input.question) && contentTokens(input.question, language).length === 1) {
    const lived = (await knowledge.listAgents(language)).find(({ id }) => id === input.agent.id)?.lived ?? ''
    const then = ageIn(dialogue.reply, lived) ?? ageIn(last.text, lived)
    if (then) return { kind: 'age', quotations: [], suggestions: [], then }
  }
  const agentNotes = await knowledge.getNotes({ agentId: input.agent.id, language })
  const around = last ? [last.key, ...(agentNotes?.near([last.key]).slice(0, nearNotes) ?? [])] : []
  const isFit = ({ key }: Note) => key === last?.key || !sensitiveTopics.test(key)
  const open = [...answers, ...near].filter((one) => isFit(one.note) && !isSpoken(one, dialogue))
  const close = open.filter(({ note, score }) => score >= minAround && around.includes(note.key))
  const plain = ({ fact }: FoundPassage) => fact === null || opensInKind(fact.text, '', language)
  const nearest =
    close.find((one) => kind !== null && kind !== '?old' && holdsKind(one, kind, language)) ??
    (kind === null || isSign(kind)
      ? (close.find((one) => one.score >= minNearest && plain(one)) ??
        open.find((one) => one.score >= minContinuing && plain(one)))
      : undefined)
  if (nearest && kind !== null)
    return {
      kind: 'unsaid',
      missing: kind,
      quotations: [{ note: nearest.note, text: textOf(nearest, dialogue) }],
      suggestions: [],
    }
  const suggestions = await offers(knowledge, input, found)
  return kind === null
    ? { kind: 'uncovered', quotations: [], suggestions }
    : { kind: 'unsaid', missing: kind, quotations: [], suggestions }
}

const textOf = ({ note, fact }: Passage, dialogue: DialogueState) => fact?.text ?? (untold(note.text, dialogue) || note.text)

/** What to ask instead: what is nearest to the question, then what is near to the note under discussion. */
export async function offers(
  knowledge: Knowledge,
  input: ReplyInput,
  { near, language, dialogue }: FoundPassages,
): Promise<Note[]> {
  const unused = await unusedNotes(knowledge, input, language, dialogue)
  const close = near
    .filter(({ score }) => score >= minOffered)
    .map(({ note }) => note)
    .filter((note) => !sensitiveTopics.test(note.key) && unused.includes(note))
  const related = dialogue.last ? await relatedNote(knowledge, input, language, dialogue) : undefined
  return [...close, ...(related ? [related] : []), ...suggestTopics(unused, input)]
}

/** "Because…" answers why, and "Yes" a question without a question word. */
export function opensInKind(text: string, question: string, language: Locale): boolean {
  const kinds = contentTokens(question, language).filter((token) => token.startsWith('?'))
  if (/^(?:because|porque|pois)\b/i.test(text)) return kinds.includes('?why')
  return !/^(?:probably |provavelmente )?(?:yes|no|not|sim|não)(?=[\s,.:;—])/i.test(text) || kinds.length === 0
}

export const isSpoken = ({ note, fact }: Passage, dialogue: DialogueState) =>
  fact ? dialogue.tells(fact.text) : untold(note.text, dialogue) === ''
