import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AgentNotes, Note, Passage } from '../knowledge.ts'
import { properNames } from '../language/proper-names.ts'
import { answerKind, isSign } from './answer-kind.ts'
import { contentTokens } from './content-tokens.ts'
import { coverageOf } from './ranking/coverage.ts'
import { searchIndex } from './search-index.ts'

/** Prepares an agent's notes for the search. Keep the result: this takes longer than a search. */
export function indexNotes(notes: Note[], language: Locale): AgentNotes {
  const passages = notes.flatMap((note): Passage[] => [{ note, fact: null }, ...note.facts.map((fact) => ({ note, fact }))])
  const index = searchIndex(
    passages.map((passage) => ({ ...toSearchable(passage), topic: notes.indexOf(passage.note) })),
    language,
  )
  const followUps = indexFollowUps(passages, language)
  const covers = coverageOf(passages.map(wordsOf), language)
  return { notes, passages, index, followUps, covers, near: relatedNotes(notes, language), names: properNames(notes, language) }
}

const toSearchable = ({ note: { title, terms, text, questions }, fact }: Passage) =>
  fact
    ? { wordings: fact.asks, text: [...fact.asks, fact.text].join(' ') }
    : { wordings: [title, ...questions], text: [title, ...terms, ...questions, text].join(' ') }

function indexFollowUps(passages: readonly Passage[], language: Locale) {
  const entries = passages.flatMap(({ note, fact }, place) =>
    Object.entries({ [note.key]: fact?.followUps ?? [], ...fact?.after }).map(([after, wordings]) => {
      const kinds = new Set(wordings.map((wording) => answerKind(wording, language)))
      return { place, after, wordings, kinds }
    }),
  )
  const index = searchIndex(
    entries.map(({ wordings }) => ({ text: '', wordings })),
    language,
  )
  return (message: string, after: string) => {
    // "who did you show it to?" has the letters of "what did it show?"
    const kind = answerKind(message, language)
    const best = new Float32Array(passages.length)
    index.score(message).forEach((score, at) => {
      const entry = entries[at]
      if (entry?.after !== after || (isSign(kind ?? undefined) && !entry.kinds.has(kind))) return
      best[entry.place] = Math.max(best[entry.place] ?? 0, score)
    })
    return best
  }
}

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
