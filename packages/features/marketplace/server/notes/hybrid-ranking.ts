import type { FoundNote } from '../../schema.ts'
import type { NoteVector } from '../embeddings/vector-queries.ts'
import { byScore, type RankedNote } from './note-ranking.ts'
import type { NoteRow } from './notes-queries.ts'

/** How near a question comes to a note by meaning. */
export interface Nearness {
  /** How many standard deviations its cosine is above that of the other notes. */
  z: number
  /** Whether the note is about what is asked. */
  isNear: boolean
}

/** Notes that may well be about the question are no measure of those that are not. */
const excludedTop = 3
/** With fewer others nothing can be said of how unusual a cosine is. */
const minOthers = 7
/** Cosines that differ by less than this differ by chance, however alike the others are. */
const minSpread = 0.01
/** How unusual the cosine of a note must be. */
const minZScore = 3.5
/** How far it must lie on the way from the other notes to the questions that are known to be the note's own. */
const minShareOfOwn = 0.5

/**
 * Compares a question with all notes of an agent. Cosines mean something else with every model, so a note is near by two measures that need
 * no fixed number: it stands out from the agent's other notes, and it is at least half as near as its own questions are. The first alone
 * would let a note through for any question, because one of thirty always stands out a little.
 */
export function nearnessOf(question: Float32Array, notes: readonly NoteVector[]): Map<string, Nearness> {
  const cosines = notes.map(({ vector }) => dot(question, vector))
  const others = cosines.toSorted((a, b) => b - a).slice(excludedTop)
  if (others.length < minOthers) return new Map()
  const usual = mean(others)
  const spread = Math.max(minSpread, Math.sqrt(mean(others.map((one) => (one - usual) ** 2))))
  return new Map(
    notes.map(({ key, own }, at) => {
      const cosine = cosines[at] ?? 0
      const z = (cosine - usual) / spread
      return [key, { z, isNear: z >= minZScore && cosine >= usual + minShareOfOwn * (own - usual) }]
    }),
  )
}

/** What being the nearest by meaning counts for in the order of notes, beside words and questions. */
const meaningShare = 0.6
/** A note this unusual is worth offering. */
const minOfferZScore = 2

/**
 * The notes found by words and by meaning, in one order: a weighted sum and not a fusion of ranks, because what follows asks by how much one
 * note is nearer than the next. A note that is near by meaning is firm and counts as near as `asNear` to a question of its own.
 */
export function mergeByMeaning(
  { notes, near }: { notes: readonly FoundNote[]; near: readonly RankedNote[] },
  all: readonly NoteRow[],
  { nearness, asNear, limit }: { nearness: ReadonlyMap<string, Nearness>; asNear: number; limit: number },
): { notes: FoundNote[]; near: RankedNote[] } {
  const best = Math.max(minZScore, ...[...nearness.values()].map(({ z }) => z))
  const combinedScore = ({ key, score }: { key: string; score: number }) =>
    Math.fround(score + meaningShare * (Math.max(0, nearness.get(key)?.z ?? 0) / best))
  const wordless = { score: 0, coverage: 0, question: 0 }
  const isNear = ({ key }: { key: string }) => nearness.get(key)?.isNear ?? false
  const byWords = new Map(notes.map((note) => [note.key, note]))
  const matches = all.flatMap((row): FoundNote[] => {
    const match = byWords.get(row.key)
    if (!isNear(row)) return match ? [{ ...match, score: combinedScore(match) }] : []
    const note = match ?? { ...row, ...wordless, ...near.find(({ key }) => key === row.key) }
    return [{ ...note, score: combinedScore(note), question: Math.max(note.question, asNear), isConfident: true }]
  })
  const rest = all.flatMap((row): RankedNote[] => {
    if (byWords.has(row.key) || isNear(row)) return []
    const match = near.find(({ key }) => key === row.key)
    if (!match && (nearness.get(row.key)?.z ?? 0) < minOfferZScore) return []
    const note = match ?? { ...row, ...wordless, hits: 0, strongest: 0 }
    return [{ ...note, score: combinedScore(note) }]
  })
  return { notes: byScore(matches).slice(0, limit), near: byScore(rest).slice(0, limit) }
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
