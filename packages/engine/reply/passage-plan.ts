import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { opinion, worldViewQuestions } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import type { Knowledge, NamedAgent, Note, Passage } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { hasAnaphora, isFollowUp } from '../language/query-analysis.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import { answerKind, hasForm, holdsKind, isSign, sentenceOfKind } from '../search/answer-kind.ts'
import { contentTokens } from '../search/content-tokens.ts'
import { type FoundPassage, type FoundPassages, findPassages } from '../search/find-passages.ts'
import { findAgentsByName } from './agent-names.ts'
import { bestSentence } from './passage-extraction.ts'
import { type Quotation, quote, type ResponsePlan, responseBase } from './response-parts.ts'
import { isSpoken, minContinuing, minNearest, offers, opensInKind, type Planned, planUnsaid } from './unsaid-plan.ts'

/** Small talk answers unless a passage was written for just this wording. */
const minOverIntent = 0.75
/** Share of the best score that a passage of the right kind needs. */
const minTypedShare = 0.7
/** A passage that answers as well as this needs no sign of the kind of question. */
const minExact = 0.95
/** What was told is repeated only if it answers this well. */
const minRepeated = 0.6
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
  const kind = answerKind(question, language)
  const typed = answers.filter(
    (one) =>
      !isAnotherAge(one, input, found) &&
      (kind === null || one.score >= minExact || (one.score >= best.score * minTypedShare && holdsKind(one, kind, language))),
  )
  const [first] = typed
  if (!first || (kind !== null && asksAboutNothing(input, found)))
    return { ...plan, ...(await planUnsaid(knowledge, input, found, kind)) }
  const fits = ({ fact }: FoundPassage) =>
    fact === null ||
    opensInKind(fact.text, question, language) ||
    (kind !== '?why' && /^[ys]/i.test(fact.text) && hasForm(fact.text, kind))
  const fitting = typed.map((one) => (fits(one) ? one : { ...one, fact: null }))
  const fresh = fitting.filter((one) => !isSpoken(one, dialogue))
  const top = fitting[0] ?? best
  const answer = fresh.find(({ score }) => score >= top.score * minFreshShare)
  if (answer)
    return {
      ...plan,
      kind: 'notes',
      quotations: [quote(isSure(answer, fresh) ? answer : { ...answer, fact: null }, dialogue)],
      otherAgent,
    }
  if (isRepeatedQuestion(input)) return { ...plan, kind: 'again', quotations: [quote(top, dialogue)], otherAgent }
  // of what was told already, only the sentence that was asked for, and never in the same words but for its form
  const repeated = answers.find(
    (one) =>
      one.fact !== null &&
      one.note.key === top.note.key &&
      one.score >= minContinuing &&
      !dialogue.singled(one.fact.text) &&
      fits(one) &&
      (kind === null ||
        (kind === '?why' ? one.score >= minExact || hasForm(one.fact.text, kind) : holdsKind(one, kind, language))),
  )
  const { fact } = repeated ?? top
  const part = fact ? { note: top.note, text: fact.text } : partOf(top.note, question, language)
  if (
    part &&
    (repeated || hasForm(part.text, kind) || (kind === null && !dialogue.singled(part.text) && top.score >= minRepeated))
  )
    return { ...plan, kind: dialogue.tells(part.text) ? 'passage' : 'notes', quotations: [part], otherAgent }
  const next = fresh.find(({ note }) => note.key === top.note.key) ?? fresh.find(({ score }) => score >= minContinuing)
  if (next) return { ...plan, kind: 'notes', quotations: [quote(next, dialogue)], otherAgent }
  if (part && kind !== null && !isSign(kind)) return { ...plan, kind: 'passage', quotations: [part], otherAgent }
  if (kind !== null) return { ...plan, ...(await planUnsaid(knowledge, input, found, kind)) }
  return { ...plan, kind: 'uncovered', quotations: [], suggestions: await offers(knowledge, input, found), otherAgent }
}

/** "Why not?" after a reply that quoted nothing. */
const asksAboutNothing = ({ question, history }: ReplyInput, { language, dialogue }: FoundPassages) =>
  history.length > 0 && !/\[\d+\]/.test(dialogue.reply) && contentTokens(question, language).every((token) => isSign(token))

/** "How old were you then?" asks about what was just told, and "He was forty-six" does not answer it. */
function isAnotherAge({ note, fact }: Passage, { question }: ReplyInput, { language, dialogue }: FoundPassages): boolean {
  if (contentTokens(question, language).join() !== '?old' || !dialogue.last || !isFollowUp(question)) return false
  return note.key !== dialogue.last.key || fact === null || /^(?:he|she|ele|ela) /i.test(fact.text)
}

async function planWithoutAnswer(knowledge: Knowledge, input: ReplyInput, found: FoundPassages): Promise<Planned> {
  const { question } = input
  const { language, dialogue, near, isAboutUnknown } = found
  const { last } = dialogue
  const kind = answerKind(question, language)
  const continuesLast = last !== undefined && !isAboutUnknown && (isFollowUp(question) || hasAnaphora(question, language))
  if (continuesLast) {
    const part = partOf(last, question, language)
    if (part && (dialogue.tells(part.text) ? !dialogue.singled(part.text) && hasForm(part.text, kind) : true))
      return { kind: 'passage', quotations: [part], suggestions: [] }
    if (kind !== null) return planUnsaid(knowledge, input, found, kind)
  }
  const asksAdvice = contentTokens(question, language).some((token) => token === 'advice' || token === 'conselho')
  const view = opinion.test(messageWords(question).join(' '))
    ? await viewOfToday(knowledge, input, language)
    : near.find(({ note }) => asksAdvice && note.key === 'advice')
  // less near passages are no answer if the nearest was told
  const open =
    near[0] && isSpoken(near[0], dialogue)
      ? []
      : near.filter((one) => !sensitiveTopics.test(one.note.key) && !isSpoken(one, dialogue))
  const nearest =
    view ?? (isAboutUnknown ? undefined : open.find((one) => one.score >= minNearest || namesTitle(one, question, language)))
  if (nearest && !isSpoken(nearest, dialogue)) {
    const whole = nearest.fact && !opensInKind(nearest.fact.text, question, language) ? { ...nearest, fact: null } : nearest
    return { kind: 'nearest', quotations: [quote(whole, dialogue)], suggestions: [] }
  }
  if (kind !== null && !isAboutUnknown) return planUnsaid(knowledge, input, found, kind)
  return { kind: 'uncovered', quotations: [], suggestions: await offers(knowledge, input, found) }
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
  // "was it worth it?" at the beginning is about the agent
  if (questioning.includes(intent) || (intent === 'reason' && !dialogue.last)) return best.score >= minOverIntent
  const isQuoted = isSpoken(best, dialogue)
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
  const text = sentenceOfKind(note.text, isBare ? tokens[0] : undefined) ?? bestSentence(note.text, question, language)
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
