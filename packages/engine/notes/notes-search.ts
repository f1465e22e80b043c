import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { searchWords } from '@duo/platform/shared/text/search-words.ts'
import type { Knowledge, QueryWord } from '../knowledge.ts'
import { messageWords } from '../language/plain-message.ts'
import { namesOf, namesUnknownPerson } from '../language/proper-names.ts'
import {
  extractTerms,
  hasAnaphora,
  isFollowUp,
  languageOf,
  languagesFor,
  mentionsOneOtherPerson,
  mentionsOtherPerson,
  type QueryTerm,
} from '../language/query-analysis.ts'
import { synonyms } from '../language/synonyms.ts'
import type { QuestionEmbedder, ReplyInput } from '../reply-input.ts'
import { findSimilarities, mergeByMeaning } from './hybrid-ranking.ts'
import { type FoundNote, findTitleMatch, type RankedNote, rankNotes } from './note-ranking.ts'

/** Minimum coverage or question similarity of a note that answers the question. */
const minCoverage = 0.51
const minQuestionMatch = 0.6
const minCombined = 0.85
const contextWeight = 0.6

export interface NotesInput extends Pick<ReplyInput, 'language' | 'question' | 'embedder'> {
  agentId: string
  /** Awaited only if the question needs context. */
  history?: ReplyInput['history'] | Promise<ReplyInput['history']> | undefined
  limit: number
}

export interface FoundNotes {
  language: Locale
  /** Best first; empty if the notes do not cover the question. */
  notes: FoundNote[]
  near: RankedNote[]
  words: QueryTerm[]
  usedHistory: boolean
  namesUnknownPerson: boolean
}

/** Returns the agent's notes about a question, in the question's language. */
export async function findNotes(knowledge: Knowledge, input: NotesInput): Promise<FoundNotes> {
  const { language, question, history = [], embedder } = input
  const questionLanguage = languageOf(question) ?? detectLanguage(question, await history)
  const languages = languagesFor(questionLanguage, language)
  const found = await findByWords(knowledge, { ...input, history }, languages)
  return embedder && isUndecided(found, question) ? findByMeaning(knowledge, { ...input, embedder, languages }, found) : found
}

async function findByWords(knowledge: Knowledge, input: WordsInput, languages: readonly Locale[]): Promise<FoundNotes> {
  const misses: FoundNotes[] = []
  for (const language of languages) {
    const found = await findIn(knowledge, { ...input, language })
    if (found.notes.length > 0) return found
    misses.push(found)
  }
  return misses[0] ?? { language: input.language, notes: [], near: [], words: [], usedHistory: false, namesUnknownPerson: false }
}

/** Only undecided questions are embedded, because that takes many times as long as everything else (decision 22). */
const isUndecided = ({ notes, words, language, namesUnknownPerson }: FoundNotes, question: string) =>
  !notes.some(({ isConfident }) => isConfident) &&
  words.some(({ weight }) => weight === 1) &&
  !namesUnknownPerson &&
  !mentionsOtherPerson(question, language)

async function findByMeaning(
  knowledge: Knowledge,
  { agentId, question, embedder, languages, limit }: NotesInput & { embedder: QuestionEmbedder; languages: readonly Locale[] },
  found: FoundNotes,
): Promise<FoundNotes> {
  const embedding = await embedder.vectorOf(question)
  if (!embedding) return found
  let reordered = found
  for (const language of [found.language, ...languages.filter((one) => one !== found.language)]) {
    const [agentNotes, similarities] = await Promise.all([
      knowledge.getNotes({ agentId, language }),
      findSimilarities(knowledge, embedder, { ...embedding, agentId, language }),
    ])
    const byWords = language === found.language ? found : { notes: [], near: [] }
    const both = mergeByMeaning(byWords, agentNotes?.notes ?? [], { similarities, asNear: minQuestionMatch, limit })
    if (both.notes.some(({ isConfident }) => isConfident)) return { ...found, language, ...both }
    if (language === found.language) reordered = { ...found, ...both }
  }
  return reordered
}

/** Detects the language from the question, then from earlier ones; null if unknown. */
export function detectLanguage(question: string, history: ReplyInput['history']): Locale | null {
  const own = languageOf(question)
  if (own) return own
  for (const { role, content } of history.toReversed()) {
    const language = role === 'user' ? languageOf(content) : null
    if (language) return language
  }
  return null
}

type WordsInput = NotesInput & Required<Pick<NotesInput, 'history'>>

async function findIn(knowledge: Knowledge, input: WordsInput): Promise<FoundNotes> {
  const { language, question, history } = input
  const voice = await knowledge.findVoice(input)
  if (!voice) return { language, notes: [], near: [], words: [], usedHistory: false, namesUnknownPerson: false }
  const silent = namesOf(voice.name, question)
  const words = extractTerms(question, language, silent)
  const questionText = messageWords(question).filter((word) => !silent.has(word))
  const search = (terms: QueryTerm[], like: string[]) =>
    searchNotes(knowledge, { ...input, vocabulary: voice.vocabulary, words: terms, like })
  // a question about another person must not match this agent's own questions
  const hasUnknownName = namesUnknownPerson(question, voice)
  const isOther = mentionsOtherPerson(question, language) || hasUnknownName
  const { notes: ownMatches, titled } = await search(words, isOther ? [] : questionText)
  const answer = (notes: RankedNote[], usedHistory = false) => ({
    language,
    notes: toFoundNotes(notes),
    near: [],
    words,
    usedHistory,
    namesUnknownPerson: hasUnknownName,
  })
  if (titled) {
    const rest = ownMatches.filter(({ key }) => key !== titled.key)
    return answer([
      { ...titled, score: 2 * (ownMatches[0]?.score ?? 1), coverage: 1, hits: 1, strongest: 1, question: 1 },
      ...rest,
    ])
  }
  const isAnaphoric = hasAnaphora(question, language)
  if (ownMatches.some(covers) && !isAnaphoric) return answer(ownMatches)
  const before = (await history).findLast(({ role }) => role === 'user')?.content ?? ''
  const borrowedTerms = extractTerms(before, language, silent)
    .filter(({ word }) => words.every((term) => term.word !== word))
    .map(({ word, weight }) => ({ word, weight: weight * contextWeight }))
  const combinedMatches =
    borrowedTerms.length > 0
      ? (await search([...words, ...borrowedTerms], [...questionText, ...borrowedTerms.map(({ word }) => word)])).notes
      : []
  if (ownMatches.some(covers)) {
    // "when did she die?": among the matches, prefer notes about the person mentioned before
    const apt = combinedMatches.filter(({ key }) => ownMatches.some((note) => note.key === key && covers(note)))
    if (apt.length > 0) return answer(apt.map((note) => ({ ...note, coverage: 1 })))
    return before !== '' && mentionsOneOtherPerson(question, language)
      ? { language, notes: [], near: [], words, usedHistory: false, namesUnknownPerson: hasUnknownName }
      : answer(ownMatches)
  }
  const contextual =
    words.length === 0 ? combinedMatches : combinedMatches.filter(({ key }) => ownMatches.some((note) => note.key === key))
  if (isFollowUp(question) && contextual.some(covers)) return answer(words.length > 0 ? contextual : byQuestion(contextual), true)
  return { language, notes: [], near: ownMatches, words, usedHistory: false, namesUnknownPerson: hasUnknownName }
}

/** Ranks by question similarity alone, for messages without topic words ("why did they do it?"). */
const byQuestion = (notes: RankedNote[]): RankedNote[] =>
  notes.toSorted((one, other) => other.question - one.question).map((note) => ({ ...note, score: note.question }))

const covers = ({ coverage, question }: RankedNote) =>
  coverage >= minCoverage || question >= minQuestionMatch || coverage + question >= minCombined

const isConfidentMatch = ({ hits, strongest, question }: RankedNote) =>
  (hits > 1 && strongest >= 0.5) || strongest >= 0.7 || question >= minQuestionMatch

const toFoundNotes = (notes: RankedNote[]): FoundNote[] =>
  notes.filter(covers).map((note) => {
    const { hits: _hits, strongest: _strongest, ...found } = note
    return { ...found, isConfident: isConfidentMatch(note) }
  })

interface Search extends NotesInput {
  words: QueryTerm[]
  like: string[]
  vocabulary: string[]
}

/** Corrects words that match no note to the nearest known word. */
async function searchNotes(knowledge: Knowledge, { agentId, language, question, limit, words, like, vocabulary }: Search) {
  const queryWords = words.map((term) => toQueryWord(term, language))
  const search = async (queryWords: QueryWord[]) => {
    const [agentNotes, hits] = await Promise.all([
      knowledge.getNotes({ agentId, language }),
      queryWords.length > 0 ? knowledge.findHits({ agentId, language, queryWords }) : [],
    ])
    const { notes = [], index } = agentNotes ?? {}
    return { ...rankNotes(notes, queryWords, hits, limit, index?.match(like)), titled: findTitleMatch(notes, question) }
  }
  const first = await search(queryWords)
  const corrections = words.map(({ word }, i) => (first.held[i] === 0 ? nearestWord(word, vocabulary) : null))
  if (corrections.every((word) => word === null)) return first
  const corrected = queryWords.map((one, i) => {
    const word = corrections[i]
    return typeof word === 'string' ? { ...toQueryWord({ word, weight: one.weight }, language), weight: one.weight } : one
  })
  return search(corrected)
}

function toQueryWord({ word, weight }: QueryTerm, language: Locale): QueryWord {
  const stemmable = (text: string) => searchWords(text, language)[0] ?? text
  return { word: stemmable(word), kin: synonyms(word, language).map(stemmable), weight }
}
