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
const leftOut = 3
/** With fewer others nothing can be said of how unusual a cosine is. */
const fewestOthers = 7
/** Cosines that differ by less than this differ by chance, however alike the others are. */
const leastSpread = 0.01
/** How unusual the cosine of a note must be. */
const farAbove = 3.5
/** How far it must lie on the way from the other notes to the questions that are known to be the note's own. */
const wayToOwn = 0.5

/**
 * Compares a question with all notes of an agent. Cosines mean something else with every model, so a note is near by two measures that need
 * no fixed number: it stands out from the agent's other notes, and it is at least half as near as its own questions are. The first alone
 * would let a note through for any question, because one of thirty always stands out a little.
 */
export function nearnessOf(question: Float32Array, notes: readonly NoteVector[]): Map<string, Nearness> {
  const cosines = notes.map(({ vector }) => dot(question, vector))
  const others = cosines.toSorted((a, b) => b - a).slice(leftOut)
  if (others.length < fewestOthers) return new Map()
  const usual = mean(others)
  const spread = Math.max(leastSpread, Math.sqrt(mean(others.map((one) => (one - usual) ** 2))))
  return new Map(
    notes.map(({ key, own }, at) => {
      const cosine = cosines[at] ?? 0
      const z = (cosine - usual) / spread
      return [key, { z, isNear: z >= farAbove && cosine >= usual + wayToOwn * (own - usual) }]
    }),
  )
}

/** What being the nearest by meaning counts for in the order of notes, beside words and questions. */
const meaningShare = 0.6
/** A note this unusual is worth offering. */
const worthOffering = 2

/**
 * The notes found by words and by meaning, in one order: a weighted sum and not a fusion of ranks, because what follows asks by how much one
 * note is nearer than the next. A note that is near by meaning is firm and counts as near as `asNear` to a question of its own.
 */
export function withMeaning(
  { notes, near }: { notes: readonly FoundNote[]; near: readonly RankedNote[] },
  all: readonly NoteRow[],
  { nearness, asNear, limit }: { nearness: ReadonlyMap<string, Nearness>; asNear: number; limit: number },
): { notes: FoundNote[]; near: RankedNote[] } {
  const best = Math.max(farAbove, ...[...nearness.values()].map(({ z }) => z))
  const counted = ({ key, score }: { key: string; score: number }) =>
    Math.fround(score + meaningShare * (Math.max(0, nearness.get(key)?.z ?? 0) / best))
  const wordless = { score: 0, coverage: 0, question: 0 }
  const isNear = ({ key }: { key: string }) => nearness.get(key)?.isNear ?? false
  const byWords = new Map(notes.map((note) => [note.key, note]))
  const kept = all.flatMap((row): FoundNote[] => {
    const found = byWords.get(row.key)
    if (!isNear(row)) return found ? [{ ...found, score: counted(found) }] : []
    const note = found ?? { ...row, ...wordless, ...near.find(({ key }) => key === row.key) }
    return [{ ...note, score: counted(note), question: Math.max(note.question, asNear), firm: true }]
  })
  const rest = all.flatMap((row): RankedNote[] => {
    if (byWords.has(row.key) || isNear(row)) return []
    const found = near.find(({ key }) => key === row.key)
    if (!found && (nearness.get(row.key)?.z ?? 0) < worthOffering) return []
    const note = found ?? { ...row, ...wordless, hits: 0, strongest: 0 }
    return [{ ...note, score: counted(note) }]
  })
  return { notes: byScore(kept).slice(0, limit), near: byScore(rest).slice(0, limit) }
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
