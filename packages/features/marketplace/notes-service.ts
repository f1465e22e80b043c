import type { Db, Lookups } from '@duo/db/index.ts'
import { remembered } from '@duo/platform/server/remembered.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/nearest-word.ts'
import { plainWords, searchWords } from '@duo/platform/shared/search-words.ts'
import * as queries from './notes-queries.ts'
import { type AskedWord, askedWords, languageOf, languagesFor, leansBack, pointsBack } from './question-service.ts'
import { type RankedNote, rank, titledIn } from './rank-service.ts'
import { textLifetime } from './rules.ts'
import type { Asked, FoundNote } from './schema.ts'
import { kinWords } from './word-service.ts'

/** How much of a question a note must hold to be an answer to it. */
const enough = 0.51
/** How much the words of the question before count, where a question leans on it. */
const leaning = 0.6

export interface NotesInput extends Pick<Asked, 'language' | 'question'> {
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
  /** Where nothing covers it: titles that come nearest. */
  near: string[]
  /** What the question is about, in its own words. */
  words: AskedWord[]
  /** Whether it took the question before to find them. */
  leant: boolean
}

/** What the engine needs of an agent in a language, as it was some seconds ago at most. */
export const voiceOf = remembered(
  textLifetime,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  (db, { agentId, language }) => queries.voiceOf(db, agentId, language),
)

/** An agent's notes in a language, as they were some seconds ago at most. */
const notesOf = remembered(
  textLifetime,
  ({ agentId, language }: { agentId: string; language: Locale }) => `${agentId} ${language}`,
  (db, { agentId, language }) => queries.notesOf(db, agentId, language),
)

/** What an agent's notes hold about a question, in the language it is asked in. */
export async function findNotes(
  db: Lookups,
  { agentId, language, question, history = [], limit }: NotesInput,
): Promise<FoundNotes> {
  const spoken = languageOf(question) ?? languageSpoken(question, await history)
  const languages = languagesFor(spoken, language)
  const tried: FoundNotes[] = []
  for (const tongue of languages) {
    const found = await findIn(db, { agentId, language: tongue, question, history, limit })
    if (found.notes.length > 0) return found
    tried.push(found)
  }
  return tried[0] ?? { language, notes: [], near: [], words: [], leant: false }
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

async function findIn(db: Lookups, input: Required<NotesInput>): Promise<FoundNotes> {
  const { language, question, history } = input
  const voice = await voiceOf(db, input)
  if (!voice) return { language, notes: [], near: [], words: [], leant: false }
  const silent = new Set(plainWords(voice.name))
  const words = askedWords(question, language, silent)
  const search = (wanted: AskedWord[]) => searched(db, { ...input, vocabulary: voice.vocabulary, words: wanted })
  const { notes: alone, titled } = await search(words)
  const answer = (notes: RankedNote[], leant = false) => ({ language, notes: kept(notes), near: [], words, leant })
  if (titled) {
    const rest = alone.filter(({ key }) => key !== titled.key)
    return answer([{ ...titled, score: 2 * (alone[0]?.score ?? 1), coverage: 1, hits: 1, strongest: 1 }, ...rest])
  }
  const pointing = pointsBack(question, language)
  if (alone.some(covers) && !pointing) return answer(alone)
  const before = (await history).findLast(({ role }) => role === 'user')?.content ?? ''
  const lent = askedWords(before, language, silent)
    .filter(({ word }) => words.every((asked) => asked.word !== word))
    .map(({ word, weight }) => ({ word, weight: weight * leaning }))
  const both = words.length > 0 && lent.length > 0 ? (await search([...words, ...lent])).notes : []
  if (alone.some(covers)) {
    // "when did she die?" is about her of whom we spoke: of the notes that answer, the one that has her in it
    const apt = both.filter(({ key }) => alone.some((note) => note.key === key && covers(note)))
    return answer(apt.length > 0 ? apt.map((note) => ({ ...note, coverage: 1 })) : alone)
  }
  // at least a word of its own must be there, else nothing answers it
  const leant = both.filter(({ key }) => alone.some((note) => note.key === key))
  if (leansBack(question) && leant.some(covers)) return answer(leant, true)
  return { language, notes: [], near: alone.map(({ title }) => title), words, leant: false }
}

const covers = (note: RankedNote | undefined) => note !== undefined && note.coverage >= enough

/** One word in passing is no answer. */
const isFirm = ({ hits, strongest }: RankedNote) => hits > 1 || strongest >= 0.7

/** Those that answer, or nearly. */
const kept = (notes: RankedNote[]): FoundNote[] =>
  notes.filter(covers).map((note) => {
    const { hits: _hits, strongest: _strongest, ...found } = note
    return { ...found, firm: isFirm(note) }
  })

interface Search extends NotesInput {
  words: AskedWord[]
  vocabulary: string[]
}

/** Notes with the words, best first, and the one that is named; a word that no note has is read as the nearest that one has. */
async function searched(db: Lookups, { agentId, language, question, limit, words, vocabulary }: Search) {
  const wanted = words.map((asked) => wantedWord(asked, language))
  const look = async (wanted: queries.WantedWord[]) => {
    const [all = [], hits] = await Promise.all([
      notesOf(db, { agentId, language }),
      queries.hits(db, { agentId, language, wanted }),
    ])
    return { ...rank(all, wanted, hits, limit), titled: titledIn(all, question) }
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

/** The same with what was told already, for going on from there. */
export async function toldNotes(db: Db, agentId: string, history: Asked['history']): Promise<queries.NoteRow[]> {
  const said = history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))
  return queries.toldIn(db, agentId, said.join('\n\n'))
}
