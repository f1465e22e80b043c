import type { Db } from '@duo/db/index.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { searchWords } from '@duo/platform/shared/text/search-words.ts'
import { textLifetime } from '../../rules.ts'
import type { Asked, FoundNote, Meaning } from '../../schema.ts'
import { nearnessIn } from '../embeddings/question-embedding.ts'
import { messageWords } from '../language/plain-message.ts'
import { isOfStranger, namesOf, properNames } from '../language/proper-names.ts'
import { kinWords } from '../language/synonyms.ts'
import { withMeaning } from './hybrid-ranking.ts'
import { type RankedNote, rank, titledIn } from './note-ranking.ts'
import * as queries from './notes-queries.ts'
import {
  type AskedWord,
  askedWords,
  isOfAnother,
  isOfOne,
  languageOf,
  languagesFor,
  leansBack,
  pointsBack,
} from './query-analysis.ts'
import { questionIndex } from './question-index.ts'

/** How much of a question a note must hold to be an answer to it, and how near a question that it answers must be. */
const enough = 0.51
const nearEnough = 0.6
/** Half of the one and half of the other will do. */
const together = 0.85
/** How much the words of the question before count, where a question leans on it. */
const leaning = 0.6

export interface NotesInput extends Pick<Asked, 'language' | 'question' | 'meaning'> {
  agentId: string
  /** Waited for only where the question does not say it all itself. */
  history?: Asked['history'] | Promise<Asked['history']> | undefined
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
  words: AskedWord[]
  /** Whether it took the question before to find them. */
  leant: boolean
  /** Whether the question names a person or a thing that the notes do not. */
  isOfStranger: boolean
}

/** What the engine needs of an agent in a language, as it was some seconds ago at most. */
export const voiceOf = cachedQuery(
  textLifetime,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  (db, { agentId, language }) => queries.voiceOf(db, agentId, language),
)

/** An agent's notes in a language, the index of their questions and the names in them, as they were some seconds ago at most. */
export const notesOf = cachedQuery(
  textLifetime,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  async (db, { agentId, language }) => {
    const notes = await queries.notesOf(db, agentId, language)
    return { notes, index: questionIndex(notes, language), names: properNames(notes, language) }
  },
)

/** What an agent's notes hold about a question, in the language it is asked in. */
export async function findNotes(db: Db, input: NotesInput): Promise<FoundNotes> {
  const { language, question, history = [], meaning } = input
  const spoken = languageOf(question) ?? languageSpoken(question, await history)
  const languages = languagesFor(spoken, language)
  const found = await findByWords(db, { ...input, history }, languages)
  return meaning && isUndecided(found, question) ? findByMeaning(db, { ...input, meaning, languages }, found) : found
}

async function findByWords(db: Db, input: WordsInput, languages: readonly Locale[]): Promise<FoundNotes> {
  const tried: FoundNotes[] = []
  for (const tongue of languages) {
    const found = await findIn(db, { ...input, language: tongue })
    if (found.notes.length > 0) return found
    tried.push(found)
  }
  return tried[0] ?? { language: input.language, notes: [], near: [], words: [], leant: false, isOfStranger: false }
}

/**
 * Whether the words of a question find no note that answers it, though it says something about this agent. Only then is it embedded: that
 * takes many times as long as everything else (decision 43).
 */
const isUndecided = ({ notes, words, language, isOfStranger }: FoundNotes, question: string) =>
  !notes.some(({ firm }) => firm) && words.some(({ weight }) => weight === 1) && !isOfStranger && !isOfAnother(question, language)

/** The same notes with those that are near to the question by meaning, in the first language that has any. */
async function findByMeaning(
  db: Db,
  { agentId, question, meaning, languages, limit }: NotesInput & { meaning: Meaning; languages: readonly Locale[] },
  found: FoundNotes,
): Promise<FoundNotes> {
  const asked = await meaning.vectorOf(question)
  if (!asked) return found
  let inOrder = found
  for (const language of [found.language, ...languages.filter((one) => one !== found.language)]) {
    const [known, nearness] = await Promise.all([
      notesOf(db, { agentId, language }),
      nearnessIn(db, meaning, { ...asked, agentId, language }),
    ])
    const byWords = language === found.language ? found : { notes: [], near: [] }
    const both = withMeaning(byWords, known?.notes ?? [], { nearness, asNear: nearEnough, limit })
    if (both.notes.some(({ firm }) => firm)) return { ...found, language, ...both }
    if (language === found.language) inOrder = { ...found, ...both }
  }
  return inOrder
}

/** The language of a question, else that of what was asked before it; null where neither tells. */
export function languageSpoken(question: string, history: Asked['history']): Locale | null {
  const own = languageOf(question)
  if (own) return own
  for (const { role, content } of history.toReversed()) {
    const spoken = role === 'user' ? languageOf(content) : null
    if (spoken) return spoken
  }
  return null
}

type WordsInput = NotesInput & Required<Pick<NotesInput, 'history'>>

async function findIn(db: Db, input: WordsInput): Promise<FoundNotes> {
  const { language, question, history } = input
  const voice = await voiceOf(db, input)
  if (!voice) return { language, notes: [], near: [], words: [], leant: false, isOfStranger: false }
  const silent = namesOf(voice.name, question)
  const words = askedWords(question, language, silent)
  const said = messageWords(question).filter((word) => !silent.has(word))
  const search = (wanted: AskedWord[], like: string[]) =>
    searched(db, { ...input, vocabulary: voice.vocabulary, words: wanted, like })
  // a question about another person is like no question to this one
  const stranger = isOfStranger(question, voice)
  const isOther = isOfAnother(question, language) || stranger
  const { notes: alone, titled } = await search(words, isOther ? [] : said)
  const answer = (notes: RankedNote[], leant = false) => ({
    language,
    notes: kept(notes),
    near: [],
    words,
    leant,
    isOfStranger: stranger,
  })
  if (titled) {
    const rest = alone.filter(({ key }) => key !== titled.key)
    return answer([{ ...titled, score: 2 * (alone[0]?.score ?? 1), coverage: 1, hits: 1, strongest: 1, question: 1 }, ...rest])
  }
  const pointing = pointsBack(question, language)
  if (alone.some(covers) && !pointing) return answer(alone)
  const before = (await history).findLast(({ role }) => role === 'user')?.content ?? ''
  const lent = askedWords(before, language, silent)
    .filter(({ word }) => words.every((asked) => asked.word !== word))
    .map(({ word, weight }) => ({ word, weight: weight * leaning }))
  const both = lent.length > 0 ? (await search([...words, ...lent], [...said, ...lent.map(({ word }) => word)])).notes : []
  if (alone.some(covers)) {
    // "when did she die?" is about her of whom we spoke: of the notes that answer, the one that has her in it
    const apt = both.filter(({ key }) => alone.some((note) => note.key === key && covers(note)))
    if (apt.length > 0) return answer(apt.map((note) => ({ ...note, coverage: 1 })))
    // "what did her family say?" is not about the agent's own
    return before !== '' && isOfOne(question, language)
      ? { language, notes: [], near: [], words, leant: false, isOfStranger: stranger }
      : answer(alone)
  }
  // at least a word of its own must be there, if it has any, else nothing answers it
  const leant = words.length === 0 ? both : both.filter(({ key }) => alone.some((note) => note.key === key))
  if (leansBack(question) && leant.some(covers)) return answer(words.length > 0 ? leant : byQuestion(leant), true)
  return { language, notes: [], near: alone, words, leant: false, isOfStranger: stranger }
}

/** Where a message has no words of its own ("why did they do it?"), what it asks for decides: a time, a reason, a person. */
const byQuestion = (notes: RankedNote[]): RankedNote[] =>
  notes.toSorted((one, other) => other.question - one.question).map((note) => ({ ...note, score: note.question }))

const covers = ({ coverage, question }: RankedNote) =>
  coverage >= enough || question >= nearEnough || coverage + question >= together

/** One word in passing is no answer. */
const isFirm = ({ hits, strongest, question }: RankedNote) =>
  (hits > 1 && strongest >= 0.5) || strongest >= 0.7 || question >= nearEnough

/** Those that answer, or nearly. */
const kept = (notes: RankedNote[]): FoundNote[] =>
  notes.filter(covers).map((note) => {
    const { hits: _hits, strongest: _strongest, ...found } = note
    return { ...found, firm: isFirm(note) }
  })

interface Search extends NotesInput {
  words: AskedWord[]
  /** The words that are compared with the questions that notes answer. */
  like: string[]
  vocabulary: string[]
}

/** Notes with the words, best first, and the one that is named; a word that no note has is read as the nearest that one has. */
async function searched(db: Db, { agentId, language, question, limit, words, like, vocabulary }: Search) {
  const wanted = words.map((asked) => wantedWord(asked, language))
  const look = async (wanted: queries.WantedWord[]) => {
    const [known, hits] = await Promise.all([
      notesOf(db, { agentId, language }),
      wanted.length > 0 ? queries.hits(db, { agentId, language, wanted }) : [],
    ])
    const { notes = [], index } = known ?? {}
    return { ...rank(notes, wanted, hits, limit, index?.match(like)), titled: titledIn(notes, question) }
  }
  const first = await look(wanted)
  const meant = words.map(({ word }, i) => (first.held[i] === 0 ? nearestWord(word, vocabulary) : null))
  if (meant.every((word) => word === null)) return first
  const corrected = wanted.map((one, i) => {
    const word = meant[i]
    return typeof word === 'string' ? { ...wantedWord({ word, weight: one.weight }, language), weight: one.weight } : one
  })
  return look(corrected)
}

function wantedWord({ word, weight }: AskedWord, language: Locale): queries.WantedWord {
  const stemmable = (text: string) => searchWords(text, language)[0] ?? text
  return { word: stemmable(word), kin: kinWords(word, language).map(stemmable), weight }
}

/** The notes that stand word for word in what an agent said, in any language, in the order of saying. */
export async function toldNotes(db: Db, agentId: string, replies: readonly string[]): Promise<queries.NoteRow[]> {
  const said = replies.join('\n\n')
  if (said === '') return []
  const known = await Promise.all(locales.map((language) => notesOf(db, { agentId, language })))
  const told = known
    .flatMap((one) => one?.notes ?? [])
    .flatMap((note) => {
      const at = said.indexOf(note.text)
      return at < 0 ? [] : [{ note, at }]
    })
  return told.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
}

/** What an agent said in a conversation, oldest first. */
export const repliesIn = (history: Asked['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))
