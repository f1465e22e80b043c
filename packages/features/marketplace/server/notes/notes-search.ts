import type { Db } from '@duo/db/index.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { searchWords } from '@duo/platform/shared/text/search-words.ts'
import { textCacheMs } from '../../rules.ts'
import type { FoundNote, Meaning, ResponderInput } from '../../schema.ts'
import { nearnessIn } from '../embeddings/question-embedding.ts'
import { messageWords } from '../language/plain-message.ts'
import { isOfStranger, namesOf, properNames } from '../language/proper-names.ts'
import { synonyms } from '../language/synonyms.ts'
import { mergeByMeaning } from './hybrid-ranking.ts'
import { findTitleMatch, type RankedNote, rankNotes } from './note-ranking.ts'
import * as queries from './notes-queries.ts'
import {
  extractTerms,
  hasAnaphora,
  isFollowUp,
  isOfAnother,
  isOfOne,
  languageOf,
  languagesFor,
  type QueryTerm,
} from './query-analysis.ts'
import { questionIndex } from './question-index.ts'

/** How much of a question a note must hold to be an answer to it, and how near a question that it answers must be. */
const minCoverage = 0.51
const minQuestionMatch = 0.6
/** Half of the one and half of the other will do. */
const minCombined = 0.85
/** How much the words of the question before count, where a question leans on it. */
const contextWeight = 0.6

export interface NotesInput extends Pick<ResponderInput, 'language' | 'question' | 'meaning'> {
  agentId: string
  /** Waited for only where the question does not say it all itself. */
  history?: ResponderInput['history'] | Promise<ResponderInput['history']> | undefined
  limit: number
}

export interface FoundNotes {
  /** Of the question, as far as it can be told, and of the notes. */
  language: Locale
  /** What the agent knows about it, best first; empty where the notes do not cover it. */
  notes: FoundNote[]
  /** Where nothing covers it: the notes that come nearest. */
  near: RankedNote[]
  /** What the question is about, in its own words. */
  words: QueryTerm[]
  /** Whether it took the question before to find them. */
  usedHistory: boolean
  /** Whether the question names a person or a thing that the notes do not. */
  isOfStranger: boolean
}

/** What the engine needs of an agent in a language, as it was some seconds ago at most. */
export const findVoice = cachedQuery(
  textCacheMs,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  (db, { agentId, language }) => queries.findVoice(db, agentId, language),
)

/** An agent's notes in a language, the index of their questions and the names in them, as they were some seconds ago at most. */
export const getNotes = cachedQuery(
  textCacheMs,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  async (db, { agentId, language }) => {
    const notes = await queries.listNotes(db, agentId, language)
    return { notes, index: questionIndex(notes, language), names: properNames(notes, language) }
  },
)

/** What an agent's notes hold about a question, in the language it is asked in. */
export async function findNotes(db: Db, input: NotesInput): Promise<FoundNotes> {
  const { language, question, history = [], meaning } = input
  const questionLanguage = languageOf(question) ?? detectLanguage(question, await history)
  const languages = languagesFor(questionLanguage, language)
  const found = await findByWords(db, { ...input, history }, languages)
  return meaning && isUndecided(found, question) ? findByMeaning(db, { ...input, meaning, languages }, found) : found
}

async function findByWords(db: Db, input: WordsInput, languages: readonly Locale[]): Promise<FoundNotes> {
  const misses: FoundNotes[] = []
  for (const language of languages) {
    const found = await findIn(db, { ...input, language })
    if (found.notes.length > 0) return found
    misses.push(found)
  }
  return misses[0] ?? { language: input.language, notes: [], near: [], words: [], usedHistory: false, isOfStranger: false }
}

/**
 * Whether the words of a question find no note that answers it, though it says something about this agent. Only then is it embedded: that
 * takes many times as long as everything else (decision 43).
 */
const isUndecided = ({ notes, words, language, isOfStranger }: FoundNotes, question: string) =>
  !notes.some(({ isConfident }) => isConfident) &&
  words.some(({ weight }) => weight === 1) &&
  !isOfStranger &&
  !isOfAnother(question, language)

/** The same notes with those that are near to the question by meaning, in the first language that has any. */
async function findByMeaning(
  db: Db,
  { agentId, question, meaning, languages, limit }: NotesInput & { meaning: Meaning; languages: readonly Locale[] },
  found: FoundNotes,
): Promise<FoundNotes> {
  const embedding = await meaning.vectorOf(question)
  if (!embedding) return found
  let reordered = found
  for (const language of [found.language, ...languages.filter((one) => one !== found.language)]) {
    const [agentNotes, nearness] = await Promise.all([
      getNotes(db, { agentId, language }),
      nearnessIn(db, meaning, { ...embedding, agentId, language }),
    ])
    const byWords = language === found.language ? found : { notes: [], near: [] }
    const both = mergeByMeaning(byWords, agentNotes?.notes ?? [], { nearness, asNear: minQuestionMatch, limit })
    if (both.notes.some(({ isConfident }) => isConfident)) return { ...found, language, ...both }
    if (language === found.language) reordered = { ...found, ...both }
  }
  return reordered
}

/** The language of a question, else that of what was asked before it; null where neither tells. */
export function detectLanguage(question: string, history: ResponderInput['history']): Locale | null {
  const own = languageOf(question)
  if (own) return own
  for (const { role, content } of history.toReversed()) {
    const language = role === 'user' ? languageOf(content) : null
    if (language) return language
  }
  return null
}

type WordsInput = NotesInput & Required<Pick<NotesInput, 'history'>>

async function findIn(db: Db, input: WordsInput): Promise<FoundNotes> {
  const { language, question, history } = input
  const voice = await findVoice(db, input)
  if (!voice) return { language, notes: [], near: [], words: [], usedHistory: false, isOfStranger: false }
  const silent = namesOf(voice.name, question)
  const words = extractTerms(question, language, silent)
  const questionText = messageWords(question).filter((word) => !silent.has(word))
  const search = (terms: QueryTerm[], like: string[]) =>
    searchNotes(db, { ...input, vocabulary: voice.vocabulary, words: terms, like })
  // a question about another person is like no question to this one
  const namesStranger = isOfStranger(question, voice)
  const isOther = isOfAnother(question, language) || namesStranger
  const { notes: ownMatches, titled } = await search(words, isOther ? [] : questionText)
  const answer = (notes: RankedNote[], usedHistory = false) => ({
    language,
    notes: toFoundNotes(notes),
    near: [],
    words,
    usedHistory,
    isOfStranger: namesStranger,
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
    // "when did she die?" is about her of whom we spoke: of the notes that answer, the one that has her in it
    const apt = combinedMatches.filter(({ key }) => ownMatches.some((note) => note.key === key && covers(note)))
    if (apt.length > 0) return answer(apt.map((note) => ({ ...note, coverage: 1 })))
    // "what did her family say?" is not about the agent's own
    return before !== '' && isOfOne(question, language)
      ? { language, notes: [], near: [], words, usedHistory: false, isOfStranger: namesStranger }
      : answer(ownMatches)
  }
  // at least a word of its own must be there, if it has any, else nothing answers it
  const contextual =
    words.length === 0 ? combinedMatches : combinedMatches.filter(({ key }) => ownMatches.some((note) => note.key === key))
  if (isFollowUp(question) && contextual.some(covers)) return answer(words.length > 0 ? contextual : byQuestion(contextual), true)
  return { language, notes: [], near: ownMatches, words, usedHistory: false, isOfStranger: namesStranger }
}

/** Where a message has no words of its own ("why did they do it?"), what it asks for decides: a time, a reason, a person. */
const byQuestion = (notes: RankedNote[]): RankedNote[] =>
  notes.toSorted((one, other) => other.question - one.question).map((note) => ({ ...note, score: note.question }))

const covers = ({ coverage, question }: RankedNote) =>
  coverage >= minCoverage || question >= minQuestionMatch || coverage + question >= minCombined

/** One word in passing is no answer. */
const isConfidentMatch = ({ hits, strongest, question }: RankedNote) =>
  (hits > 1 && strongest >= 0.5) || strongest >= 0.7 || question >= minQuestionMatch

/** Those that answer, or nearly. */
const toFoundNotes = (notes: RankedNote[]): FoundNote[] =>
  notes.filter(covers).map((note) => {
    const { hits: _hits, strongest: _strongest, ...found } = note
    return { ...found, isConfident: isConfidentMatch(note) }
  })

interface Search extends NotesInput {
  words: QueryTerm[]
  /** The words that are compared with the questions that notes answer. */
  like: string[]
  vocabulary: string[]
}

/** Notes with the words, best first, and the one that is named; a word that no note has is read as the nearest that one has. */
async function searchNotes(db: Db, { agentId, language, question, limit, words, like, vocabulary }: Search) {
  const queryWords = words.map((term) => toQueryWord(term, language))
  const search = async (queryWords: queries.QueryWord[]) => {
    const [agentNotes, hits] = await Promise.all([
      getNotes(db, { agentId, language }),
      queryWords.length > 0 ? queries.hits(db, { agentId, language, queryWords }) : [],
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

function toQueryWord({ word, weight }: QueryTerm, language: Locale): queries.QueryWord {
  const stemmable = (text: string) => searchWords(text, language)[0] ?? text
  return { word: stemmable(word), kin: synonyms(word, language).map(stemmable), weight }
}
