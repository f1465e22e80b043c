import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AgentNotes, Note, Passage } from '../knowledge.ts'
import { properNames } from '../language/proper-names.ts'
import { contentTokens } from './content-tokens.ts'
import { coverageOf } from './ranking/coverage.ts'
import { searchIndex } from './search-index.ts'

/** Prepares an agent's notes for the search. Keep the result: this takes longer than a search. */
export function indexNotes(notes: Note[], language: Locale): AgentNotes {
  const passages = notes.flatMap((note): Passage[] => [{ note, fact: null }, ...note.facts.map((fact) => ({ note, fact }))])
  const index = searchIndex(passages.map(toSearchable), language)
  const followUps = searchIndex(
    passages.map(({ fact }) => ({ text: '', wordings: fact?.followUps ?? [] })),
    language,
  )
  const covers = coverageOf(passages.map(wordsOf), language)
  return { notes, passages, index, followUps, covers, near: relatedNotes(notes, language), names: properNames(notes, language) }
}

const toSearchable = ({ note: { title, terms, text, questions }, fact }: Passage) =>
  fact
    ? { wordings: fact.asks, text: [...fact.asks, fact.text].join(' ') }
    : { wordings: [title, ...questions], text: [title, ...terms, ...questions, text].join(' ') }

/** What a passage is about, in all words that its authors gave it. */
const wordsOf = ({ note: { title, terms, text, questions }, fact }: Passage) =>
  (fact ? [title, ...terms, ...fact.asks, ...fact.followUps, fact.text] : [title, ...terms, ...questions, text]).join(' ')

/** Compares notes by their titles, terms and questions. */
function relatedNotes(notes: readonly Note[], language: Locale) {
  const about = notes.map(({ title, terms, questions }) => [title, ...terms, ...questions].join(' '))
  const index = searchIndex(
    about.map((text) => ({ text, wordings: [] })),
    language,
  )
  return (keys: readonly string[]) => {
    const text = about.filter((_, place) => keys.includes(notes[place]?.key ?? '')).join(' ')
    const scores = index.score(contentTokens(text, language).length > 0 ? text : '')
    const others = notes.map(({ key }, place) => ({ key, score: scores[place] ?? 0 })).filter(({ key }) => !keys.includes(key))
    return others.toSorted((one, other) => other.score - one.score).map(({ key }) => key)
  }
}
