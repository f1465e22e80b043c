import type { Hit, NoteRow, QueryWord } from '../knowledge.ts'

export interface FoundNote extends NoteRow {
  /** Higher is better; comparable within one question only. */
  score: number
  /** Share of the question that the note covers, 0 to 1. */
  coverage: number
  /** Similarity to the nearest question that the note answers, 0 to 1. */
  question: number
  /** Whether the note is about the question, rather than just mentioning a word of it. */
  isConfident: boolean
}

export interface RankedNote extends Omit<FoundNote, 'isConfident'> {
  /** Number of the question's words in the note, and the strength of the best match. */
  hits: number
  strongest: number
}

/** Share of a word's coverage granted for any match. */
const presenceShare = 0.4
/** Document count assumed for a word in no note, which may just be the user's wording. */
const unseenWordCount = 1
const wordsShare = 0.6
/** Score resolution: near ties are ordered by position. */
const scoreSteps = 40

/** Ranks by inverse document frequency as in BM25 (Robertson and Zaragoza, 2009) and similarity to a known question. */
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
    const rarity = Math.log(1 + (Math.max(notes.length, held) - held + 0.5) / (Math.max(held, unseenWordCount) + 0.5))
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
    // rounding makes sums independent of the order of addition
    const score = Math.fround(sum(wordHits.map(({ word, strength }) => word.counted * word.rarity * strength)))
    const coveredWeight = sum(wordHits.map(({ word, strength }) => share(word) * Math.min(1, presenceShare + strength)))
    // a year is never incidental
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

export function byScore<Note extends Pick<RankedNote, 'score' | 'place'>>(notes: readonly Note[]): Note[] {
  const rough = ({ score }: Note) => Math.round(score * scoreSteps)
  return notes.toSorted((a, b) => rough(b) - rough(a) || a.place - b.place)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const minTitleLength = 8

/** Returns the note with the longest title that the question contains, as when a user accepts a suggestion. */
export function findTitleMatch(notes: readonly NoteRow[], question: string): NoteRow | undefined {
  const questionText = question.replaceAll("'", '’').toLowerCase()
  const matches = notes.filter(({ title }) => title.length >= minTitleLength && questionText.includes(title.toLowerCase()))
  return matches.toSorted((a, b) => b.title.length - a.title.length)[0]
}
