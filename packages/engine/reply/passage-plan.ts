import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { opinion, worldViewQuestions } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { Knowledge, NamedAgent, Note } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { isFollowUp, mentionsOtherPerson } from '../language/query-analysis.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import { contentTokens } from '../search/content-tokens.ts'
import { type FoundPassage, type FoundPassages, findPassages } from '../search/find-passages.ts'
import { findAgentsByName } from './agent-names.ts'
import { bestSentence, extractGist, sentenceOfKind } from './passage-extraction.ts'
import {
  type Quotation,
  quote,
  type ResponsePlan,
  relatedNote,
  responseBase,
  suggestTopics,
  unusedNotes,
} from './response-parts.ts'

/** Minimum score of a passage that is offered as the nearest to a question. */
const minNearest = 0.3
/** Small talk answers unless a passage was written for just this wording. */
const minOverIntent = 0.72
const minContinuing = 0.5
/** Lead of a fact over the other passages of its note. */
const minFactMargin = 0.04
/** Share of the best score with which a passage that was not quoted yet is preferred. */
const minFreshShare = 0.97

/** Plans a reply from what was found; null leaves it to small talk. */
export async function planFromPassages(
  knowledge: Knowledge,
  input: ReplyInput,
  { found, intent, isAdvice }: { found: FoundPassages; intent: Intent | null; isAdvice: boolean },
): Promise<ResponsePlan | null> {
  const { question, agent } = input
  const { language, dialogue } = found
  // beside a disclaimer, only a story about the very thing that the visitor names
  const answers = isAdvice
    ? [...found.answers, ...found.near].filter((one) => namesTitle(one, question, language))
    : found.answers
  const [best] = answers
  if (intent !== null && !(best && answersOver(intent, best, found))) return null
  const plan = { ...(await responseBase(knowledge, input, language)), suggestions: [] }
  const [otherAgent] = await findAgentsByName(knowledge, { message: question, agentId: agent.id, language })
  if (otherAgent && !(best && mentionsAgent(best, otherAgent))) return { ...plan, kind: 'agent', quotations: [], otherAgent }
  if (!best) return { ...plan, ...(await planWithoutAnswer(knowledge, input, isAdvice ? { ...found, near: [] } : found)) }
  const fits = ({ fact }: FoundPassage) => fact === null || opensInKind(fact.text, question, language)
  const fitting = answers.map((one) => (fits(one) ? one : { ...one, fact: null }))
  const fresh = fitting.filter(({ note, fact }) => !dialogue.has(fact?.text ?? note.text))
  const answer = fresh.find(({ score }) => score >= best.score * minFreshShare)
  if (answer)
    return { ...plan, kind: 'notes', quotations: [quote(isSure(answer, fresh) ? answer : { ...answer, fact: null })], otherAgent }
  // of what was quoted already, only the sentence that was asked for
  const part = best.fact && fits(best) ? { note: best.note, text: best.fact.text } : partOf(best.note, question, language)
  if (part && !isRepeatedQuestion(input)) return { ...plan, kind: 'passage', quotations: [part], otherAgent }
  if (isRepeatedQuestion(input)) return { ...plan, kind: 'again', quotations: [quote(best)], otherAgent }
  const next = fresh.find(({ note }) => note.key === best.note.key) ?? fresh.find(({ score }) => score >= minContinuing)
  if (next) return { ...plan, kind: 'notes', quotations: [quote(next)], otherAgent }
  return { ...plan, kind: 'again', quotations: [{ note: best.note, text: extractGist(best.note, language) }], otherAgent }
}

async function planWithoutAnswer(
  knowledge: Knowledge,
  input: ReplyInput,
  found: FoundPassages,
): Promise<Pick<ResponsePlan, 'kind' | 'quotations' | 'suggestions'>> {
  const { question } = input
  const { language, dialogue, isAboutUnknown } = found
  const { last } = dialogue
  const continuesLast = last !== undefined && !isAboutUnknown && (isFollowUp(question) || mentionsOtherPerson(question, language))
  if (continuesLast) {
    const part = partOf(last, question, language)
    if (part) return { kind: 'passage', quotations: [part], suggestions: [] }
    // who heard only a fact of the note may find the answer in the rest of it
    if (!dialogue.has(last.text)) return { kind: 'nearest', quotations: [{ note: last, text: last.text }], suggestions: [] }
  }
  const unused = await unusedNotes(knowledge, input, language, dialogue)
  const near = found.near.filter(({ note }) => !sensitiveTopics.test(note.key) && unused.some(({ key }) => key === note.key))
  const view = opinion.test(messageWords(question).join(' ')) ? await viewOfToday(knowledge, input, language) : undefined
  const nearest =
    view ?? (isAboutUnknown ? undefined : near.find((one) => one.score >= minNearest || namesTitle(one, question, language)))
  if (nearest && !dialogue.has(nearest.note.text)) return { kind: 'nearest', quotations: [quote(nearest)], suggestions: [] }
  const related = last ? await relatedNote(knowledge, input, language, dialogue) : undefined
  const suggestions = [...(related ? [related] : near.map(({ note }) => note)), ...suggestTopics(unused, input)]
  return { kind: 'uncovered', quotations: [], suggestions }
}

/** Opinions on things of today get what the agent thinks of today in general. */
async function viewOfToday(knowledge: Knowledge, input: ReplyInput, language: Locale): Promise<FoundPassage | undefined> {
  const question = worldViewQuestions[language]
  const { answers } = await findPassages(knowledge, { ...input, question, history: [], embedder: undefined })
  return answers[0]
}

/** Small talk that may be a question for a passage after all. */
const questioning: readonly Intent[] = ['out_of_scope', 'clock', 'topics', 'joke']
const continuing: readonly Intent[] = ['reason', 'next', 'more', 'simpler', 'really', 'yes']

/** "why?" and "and then?" are answered by what follows the note that was just quoted. */
function answersOver(intent: Intent, best: FoundPassage, { dialogue }: FoundPassages): boolean {
  if (questioning.includes(intent)) return best.score >= minOverIntent
  const isQuoted = dialogue.has(best.fact?.text ?? best.note.text)
  // a reason may be in what was said; "tell me more" wants something new
  const continues = continuing.includes(intent) && best.note.key === dialogue.last?.key && (intent === 'reason' || !isQuoted)
  return continues && best.score >= minContinuing
}

/** Shorter stems are in many titles. */
const minNameLength = 4

function namesTitle({ note }: FoundPassage, question: string, language: Locale): boolean {
  const title = new Set(contentTokens(note.title, language))
  return contentTokens(question, language).some((token) => token.length > minNameLength && title.has(token))
}

/** "Because…" answers why, and "Yes" a question without a question word. */
function opensInKind(text: string, question: string, language: Locale): boolean {
  const kinds = contentTokens(question, language).filter((token) => token.startsWith('?'))
  if (/^(?:because|porque|pois)\b/i.test(text)) return kinds.includes('?why')
  return !/^(?:yes|no|sim|não)(?=[\s,.:;—])/i.test(text) || kinds.length === 0
}

/** A fact is quoted alone only if it answers clearly better than the rest of its note. */
function isSure({ note, score, fact }: FoundPassage, fresh: readonly FoundPassage[]): boolean {
  const whole = fresh.find((one) => one.note.key === note.key && one.fact === null)
  const others = fresh.filter((one) => one.note.key === note.key && one.fact !== fact)
  return !whole || others.every((one) => score - one.score >= minFactMargin)
}

/** The sentence of a note that answers by its form (a place for "where?") or by its words. A reason does not answer "why not?". */
export function partOf(note: Note, question: string, language: Locale): Quotation | null {
  const tokens = contentTokens(question, language)
  const isBare = tokens.every((token) => token.startsWith('?')) && !/\b(?:not|nao)\b/.test(messageWords(question).join(' '))
  const kinds = isBare ? tokens : []
  const text = sentenceOfKind(note.text, kinds) ?? bestSentence(note.text, question, language)
  return text === null ? null : { note, text }
}

function isRepeatedQuestion({ question, history }: ReplyInput): boolean {
  const plain = (text: string) => plainWords(text).join(' ')
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question))
}

const mentionsAgent = ({ note: { title, text }, fact }: FoundPassage, { name }: NamedAgent) => {
  const words = new Set(plainWords(`${title} ${text} ${fact?.text ?? ''}`))
  return plainWords(name).some((word) => word.length > 2 && words.has(word))
}
