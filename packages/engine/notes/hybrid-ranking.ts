import type { AgentLanguage, Knowledge, NoteRow, NoteVector } from '../knowledge.ts'
import type { QuestionEmbedder } from '../reply-input.ts'
import { byScore, type FoundNote, type RankedNote } from './note-ranking.ts'

export interface Similarity {
  /** Standard deviations of its cosine above that of the other notes. */
  z: number
  isNear: boolean
}

/** Excluded from the baseline, because the nearest notes may well be about the question. */
const excludedTop = 3
const minOthers = 7
/** Lower bound of the standard deviation, for notes that are all alike. */
const minSpread = 0.01
const minZScore = 3.5
/** Required cosine as a share of the note's cosine with its own questions. */
const minShareOfOwn = 0.5

/** Returns the similarity of a question to each note; empty until the notes have vectors of this model. */
export async function findSimilarities(
  knowledge: Knowledge,
  embedder: QuestionEmbedder,
  { vector, ...of }: AgentLanguage & { model: string; vector: Float32Array },
): Promise<Map<string, Similarity>> {
  const vectors = await knowledge.listVectors(of)
  const comparable = vectors.filter((note) => note.vector.length === vector.length)
  if (vectors.length > 0 && comparable.length === 0) embedder.onIncomparable()
  return computeSimilarities(vector, comparable)
}

/** Uses no fixed threshold, because cosines differ by model; one of thirty notes always stands out a little. */
export function computeSimilarities(question: Float32Array, notes: readonly NoteVector[]): Map<string, Similarity> {
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

const meaningShare = 0.6
const minOfferZScore = 2

/** A weighted sum instead of rank fusion, because later steps compare scores. */
export function mergeByMeaning(
  { notes, near }: { notes: readonly FoundNote[]; near: readonly RankedNote[] },
  all: readonly NoteRow[],
  { similarities, asNear, limit }: { similarities: ReadonlyMap<string, Similarity>; asNear: number; limit: number },
): { notes: FoundNote[]; near: RankedNote[] } {
  const best = Math.max(minZScore, ...[...similarities.values()].map(({ z }) => z))
  const combinedScore = ({ key, score }: { key: string; score: number }) =>
    Math.fround(score + meaningShare * (Math.max(0, similarities.get(key)?.z ?? 0) / best))
  const wordless = { score: 0, coverage: 0, question: 0 }
  const isNear = ({ key }: { key: string }) => similarities.get(key)?.isNear ?? false
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
    if (!match && (similarities.get(row.key)?.z ?? 0) < minOfferZScore) return []
    const note = match ?? { ...row, ...wordless, hits: 0, strongest: 0 }
    return [{ ...note, score: combinedScore(note) }]
  })
  return { notes: byScore(matches).slice(0, limit), near: byScore(rest).slice(0, limit) }
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
