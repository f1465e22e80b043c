import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { type Advice, detectAdvice, minAdviceCoverage, opinion, ownLife, worldViewQuestions } from '../intent/advice.ts'
import { findSum } from '../intent/arithmetic.ts'
import { detectIntent, type Intent } from '../intent/intent.ts'
import type { Knowledge, NamedAgent, NoteRow } from '../knowledge.ts'
import { foreignLanguage } from '../language/foreign-language.ts'
import { messageWords, splitQuestions, storyWords } from '../language/plain-message.ts'
import { countMarkers, isFollowUp, mentionsOtherPerson } from '../language/query-analysis.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { FoundNote, RankedNote } from '../notes/note-ranking.ts'
import { detectLanguage, findNotes } from '../notes/notes-search.ts'
import { bareKinds } from '../notes/question-index.ts'
import { findQuotedNotes, listReplies } from '../notes/quoted-notes.ts'
import type { ReplyInput } from '../reply-input.ts'
import { findAgentsByName } from './agent-names.ts'
import { extractPassage, extractPoint } from './passage-extraction.ts'
import {
  continuePlan,
  emptyPlan,
  findOverviewNote,
  findRelatedNote,
  listUnusedNotes,
  maxCandidates,
  type ResponsePlan,
  responseBase,
  suggestTopics,
  summarizeNote,
} from './response-parts.ts'
import { planSmallTalk } from './small-talk.ts'

/** Minimum scores: of a second note relative to the first, of its own question, and of an unused note relative to a used one. */
const minSecondScore = 0.85
const minSecondMatch = 0.6
const minUnusedScore = 0.7

interface MessageScope {
  advice: Advice | null
  message: string
}

export async function planResponse(knowledge: Knowledge, input: ReplyInput): Promise<ResponsePlan> {
  const advice = detectAdvice(input.question)
  const questions = splitQuestions(input.question)
  const about = { advice, message: input.question }
  if (questions.length > 1) return { ...(await planQuestions(knowledge, input, questions, about)), advice }
  const [question = ''] = questions
  const plan = await planQuestion(knowledge, { ...input, question }, about)
  const wholePlan = question === input.question || isAnswered(plan) ? plan : await planQuestion(knowledge, input, about)
  return { ...(isAnswered(wholePlan) || wholePlan.kind === 'counsel' ? wholePlan : plan), advice }
}

/** False for plans that only offer something related. */
const isAnswered = ({ kind }: ResponsePlan) => kind !== 'uncovered' && kind !== 'more' && kind !== 'nearest' && kind !== 'counsel'

async function planQuestions(
  knowledge: Knowledge,
  input: ReplyInput,
  questions: readonly string[],
  about: MessageScope,
): Promise<ResponsePlan> {
  const plans: ResponsePlan[] = []
  let { history } = input
  for (const question of questions) {
    plans.push(await planQuestion(knowledge, { ...input, history, question }, about))
    history = [...history, { role: 'user', content: question }]
  }
  const other = plans.find(({ kind }) => kind === 'agent')
  if (other) return other
  const answered = plans.filter((plan) => isAnswered(plan) && plan.notes.length > 0)
  const [first] = answered
  if (!first) return plans.find(isAnswered) ?? planQuestion(knowledge, input, about)
  const isPartial = !plans.every(isAnswered)
  if (answered.length === 1 && first.passage !== undefined) return { ...first, isPartial }
  const notes = answered.flatMap((plan) => plan.notes.slice(0, 1))
  const { passage: _whole, ...plan } = first
  const distinct = notes.filter(({ key }, index) => notes.findIndex((note) => note.key === key) === index)
  return { ...plan, kind: 'notes', notes: distinct, isPartial }
}

async function planQuestion(knowledge: Knowledge, input: ReplyInput, about: MessageScope): Promise<ResponsePlan> {
  const { agent, question, history } = input
  const language = detectLanguage(question, history) ?? input.language
  const sum = findSum(question, language)
  if (sum !== null) {
    const kind = sum === 'none' ? 'wordless' : 'sum'
    return { ...(await responseBase(knowledge, input, language)), ...emptyPlan, kind, statement: sum }
  }
  const sentence = foreignLanguage(question, Math.max(countMarkers(question, 'en'), countMarkers(question, 'pt')))
  if (sentence !== null)
    return { ...(await responseBase(knowledge, input, input.language)), ...emptyPlan, kind: 'foreign', statement: sentence }
  const quotedNotes = await findQuotedNotes(knowledge, agent.id, listReplies(history))
  const last = quotedNotes.at(-1)
  // the sentence is found by its form (a reason, a place, a time), which does not answer "why not?"
  const bare =
    last && !/\b(?:not|nao)\b/.test(messageWords(question).join(' ')) ? bareKinds(messageWords(question), language) : null
  const point = bare && last ? extractPoint(last.text, bare) : null
  if (last && point !== null) {
    return { ...(await responseBase(knowledge, input, language)), ...emptyPlan, kind: 'passage', notes: [last], passage: point }
  }
  const intent = about.advice ? null : detectIntent(question)
  if (intent === null || intentsWithNotes.has(intent)) {
    const plan = await planFromNotes(knowledge, input, { ...about, quotedNotes, intent })
    if (plan) return plan
  }
  return planSmallTalk(knowledge, input, intent ?? 'out_of_scope', quotedNotes)
}

const intentsWithNotes: ReadonlySet<Intent> = new Set(['out_of_scope', 'clock', 'topics', 'reason'] as const)
const minExactMatch = 0.9
const minTopicMatch = 0.7

/** Minimum match for quoting a note as related although it does not answer the question. */
const partialMatchLimits = { strongest: 0.85, coverage: 0.4, question: 0.3 }
const outstandingLimits = { hits: 2, question: 0.4 }

/** Minimum question similarity of another note for a vague follow-up ("how bad was it?"). */
const minFollowUpMatch = 0.6

async function planFromNotes(
  knowledge: Knowledge,
  input: ReplyInput,
  { quotedNotes, intent, advice, message }: MessageScope & { quotedNotes: readonly NoteRow[]; intent: Intent | null },
): Promise<ResponsePlan | null> {
  const { agent, question } = input
  // a match by meaning alone must not override small talk
  const search = { ...input, agentId: agent.id, limit: maxCandidates, embedder: intent === null ? input.embedder : undefined }
  let result = await findNotes(knowledge, search)
  if (
    intent !== null &&
    !result.notes.some((note) => note.question >= (intent === 'out_of_scope' ? minTopicMatch : minExactMatch))
  ) {
    if (intent !== 'out_of_scope' || !opinion.test(messageWords(question).join(' '))) return null
    result = await findNotes(knowledge, { ...search, question: worldViewQuestions[result.language], history: [] })
    if (!result.notes.some(({ isConfident }) => isConfident)) return null
  }
  const { language } = result
  const plan = { ...(await responseBase(knowledge, input, language)), suggestions: result.near }
  const [otherAgent] = await findAgentsByName(knowledge, { message: question, agentId: agent.id, language })
  // a question after the user's own story ("what could I do at home?") is about the user
  const isAboutVisitor =
    message !== question && plainWords(message).length > storyWords && ownLife.test(messageWords(message).join(' '))
  const confidentNotes = result.notes.filter(
    (note) =>
      note.isConfident &&
      (!advice || note.coverage >= minAdviceCoverage[advice]) &&
      (!isAboutVisitor || note.question >= minFollowUpMatch),
  )
  if (otherAgent && !confidentNotes.some((note) => mentionsAgent(note, otherAgent)))
    return { ...plan, kind: 'agent', notes: [], otherAgent }
  const last = quotedNotes.at(-1)
  const isVague =
    isFollowUp(question) && result.words.every(isWeakTerm) && !confidentNotes.some((note) => note.question >= minFollowUpMatch)
  const continuesLastNote = last !== undefined && isVague
  const refersToLastNote = isFollowUp(question) && !confidentNotes.some((note) => note.question >= minTopicMatch)
  if (last && (continuesLastNote || refersToLastNote || mentionsOtherPerson(question, language))) {
    const passage = extractPassage(last.text, result.words, language)
    if (passage !== null) return { ...plan, kind: 'passage', notes: [last], passage }
  }
  const selection = selectNotes(continuesLastNote ? [] : confidentNotes, quotedNotes)
  if (selection.kind === 'notes') return { ...plan, ...selection, otherAgent }
  if (selection.kind === 'again') {
    const passage = extractPassage(selection.notes[0]?.text ?? '', result.words, language)
    if (passage !== null) return { ...plan, kind: 'passage', notes: selection.notes, passage }
    const isRepeated = isRepeatedQuestion(input)
    if (isRepeated || !result.usedHistory || !result.words.every(isWeakTerm)) {
      const [note] = selection.notes
      return {
        ...plan,
        ...selection,
        otherAgent,
        ...(note && !isRepeated && { passage: await summarizeNote(knowledge, input, language, note) }),
      }
    }
  }
  const asksForMore = quotedNotes.length > 0 && (selection.kind === 'again' || result.words.every(isWeakTerm))
  const unusedNotes = await listUnusedNotes(knowledge, input, language, quotedNotes)
  if (asksForMore)
    return continuePlan(plan, await findRelatedNote(knowledge, input, language, quotedNotes, unusedNotes), 'nearest')
  const overviewNote = advice
    ? null
    : await findOverviewNote(knowledge, { ...input, question: isAboutVisitor ? message : question }, result.language)
  if (overviewNote && !quotedNotes.some(({ key }) => key === overviewNote.note.key))
    return { ...plan, kind: overviewNote.kind, notes: [overviewNote.note] }
  const near: NoteRow[] = [...result.notes, ...result.near].filter(
    ({ key }) => !sensitiveTopics.test(key) && unusedNotes.some((note) => note.key === key),
  )
  const partialMatch =
    result.namesUnknownPerson || advice ? undefined : result.near.find((note) => isPartialMatch(note) && near.includes(note))
  if (partialMatch) return { ...plan, kind: isOutstanding(partialMatch) ? 'notes' : 'nearest', notes: [partialMatch] }
  const relatedNote = last ? await findRelatedNote(knowledge, input, language, quotedNotes, unusedNotes) : undefined
  return {
    ...plan,
    kind: 'uncovered',
    notes: [],
    suggestions: [...(relatedNote ? [relatedNote] : near), ...suggestTopics(unusedNotes, input)],
  }
}

const isPartialMatch = ({ strongest, coverage, question }: RankedNote) =>
  strongest >= partialMatchLimits.strongest &&
  (coverage >= partialMatchLimits.coverage || question >= partialMatchLimits.question)

const isOutstanding = ({ hits, question }: RankedNote) => hits >= outstandingLimits.hits && question >= outstandingLimits.question

const mentionsAgent = ({ title, text }: FoundNote, { name }: NamedAgent) => {
  const words = new Set(plainWords(`${title} ${text}`))
  return plainWords(name).some((word) => word.length > 2 && words.has(word))
}

const isWeakTerm = ({ weight }: { weight: number }) => weight < 1

function isRepeatedQuestion({ question, history }: ReplyInput): boolean {
  const plain = (text: string) => plainWords(text).join(' ')
  return history.some(({ role, content }) => role === 'user' && plain(content) === plain(question))
}

function selectNotes(notes: FoundNote[], quotedNotes: readonly NoteRow[]): Pick<ResponsePlan, 'kind' | 'notes'> {
  const isQuoted = ({ key }: FoundNote) => quotedNotes.some((note) => note.key === key)
  const [best] = notes
  if (!best) return { kind: 'uncovered', notes: [] }
  const unused = notes.filter((note) => !isQuoted(note))
  const first = isQuoted(best) ? unused.find((note) => note.score >= best.score * minUnusedScore) : best
  if (!first) return { kind: 'again', notes: [best] }
  if (first.question >= minExactMatch) return { kind: 'notes', notes: [first] }
  const second = unused.find(
    (note) => note !== first && note.score >= first.score * minSecondScore && note.question >= minSecondMatch,
  )
  return { kind: 'notes', notes: second ? [first, second] : [first] }
}
