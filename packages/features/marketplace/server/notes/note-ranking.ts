import type { Hit, NoteRow, QueryWord } from './notes-queries.ts'

export interface RankedNote extends NoteRow {
  score: number
  /** How much of the question is in the note, 0 to 1. */
  coverage: number
  /** How many of its words are in the note, and how well the best of them. */
  hits: number
  strongest: number
  /** How near the nearest question is that the note answers, 0 to 1. */
  question: number
}

/** The part of a word's share that a note gets for having it at all. */
const presenceShare = 0.4
/** A word that no note has counts as one that so many have: it may only be the visitor's way of putting it. */
const unseenWordCount = 1
/** What the words of a question count for in the order of notes, beside a question that the note is known to answer. */
const wordsShare = 0.6
/** Scores that differ by less than one such part are equal: the earlier note is told. */
const scoreSteps = 40

/**
 * An agent's notes that hold any word of a question, best first, and for each word how many notes have it, itself or else another word
 * for it. Rare words count more than common ones (inverse document frequency as BM25 has it: Robertson and Zaragoza, 2009), title and
 * terms more than text; a question that a note is known to answer (question-index.ts) counts most.
 */
export function rankNotes(
  notes: readonly NoteRow[],
  queryWords: readonly QueryWord[],
  hits: readonly Hit[],
  limit: number,
  near: ReadonlyMap<string, number> = new Map(),
): { notes: RankedNote[]; held: number[] } {
  const words = queryWords.map(({ weight }, place) => {
    const wordHits = hits.filter(({ word }) => word === place)
    const matches = wordHits.filter(({ key }) => key !== null)
    const held = matches.filter(({ exact }) => exact).length || matches.length
    // the notes may be some seconds older than the hits
    const rarity = Math.log(1 + (Math.max(notes.length, held) - held + 0.5) / (Math.max(held, unseenWordCount) + 0.5))
    // a word that the stemmer drops counts for nothing
    const counted = wordHits.some(({ counts }) => counts) ? weight : 0
    return {
      isYear: /^\d{4}$/.test(queryWords[place]?.word ?? ''),
      held,
      strengths: new Map(matches.map(({ key, strength }) => [key, strength])),
      rarity,
      counted,
    }
  })
  const share = ({ counted, rarity }: (typeof words)[number]) => counted * (1.5 + rarity)
  const all = sum(words.map(share))
  const ranked = notes.flatMap((note) => {
    const wordHits = words.flatMap((word) => {
      const strength = word.strengths.get(note.key)
      return strength === undefined ? [] : [{ word, strength }]
    })
    const question = near.get(note.key) ?? 0
    if (wordHits.length === 0 && question === 0) return []
    // so that equals are equal in whatever order they were added up
    const score = Math.fround(sum(wordHits.map(({ word, strength }) => word.counted * word.rarity * strength)))
    const coveredWeight = sum(wordHits.map(({ word, strength }) => share(word) * Math.min(1, presenceShare + strength)))
    // a year is never said in passing
    const strongest = Math.max(0, ...wordHits.map(({ word, strength }) => (word.isYear ? 1 : strength)))
    return [{ ...note, score, coverage: all > 0 ? coveredWeight / all : 0, hits: wordHits.length, strongest, question }]
  })
  const best = Math.max(...ranked.map(({ score }) => score)) || 1
  const scored = ranked.map((note) => ({
    ...note,
    score: Math.fround(wordsShare * (note.score / best) * note.coverage + note.question),
  }))
  return { notes: byScore(scored).slice(0, limit), held: words.map(({ held }) => held) }
}

/** Best first; near ties in the order of the notes. */
export function byScore<Note extends Pick<RankedNote, 'score' | 'place'>>(notes: readonly Note[]): Note[] {
  const rough = ({ score }: Note) => Math.round(score * scoreSteps)
  return notes.toSorted((a, b) => rough(b) - rough(a) || a.place - b.place)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Titles shorter than this may stand in a question by chance. */
const minTitleLength = 8

/** The note whose title stands in a question, as when somebody takes up what was offered; the longest title wins. */
export function findTitleMatch(notes: readonly NoteRow[], question: string): NoteRow | undefined {
  const questionText = question.replaceAll("'", '’').toLowerCase()
  const matches = notes.filter(({ title }) => title.length >= minTitleLength && questionText.includes(title.toLowerCase()))
  return matches.toSorted((a, b) => b.title.length - a.title.length)[0]
}
