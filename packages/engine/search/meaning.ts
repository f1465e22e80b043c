import type { AgentLanguage, Knowledge, NoteVector, Passage } from '../knowledge.ts'
import type { QuestionEmbedder } from '../reply-input.ts'

/** Excluded from the baseline, because the nearest notes may well be about the question. */
const excludedTop = 3
const minOthers = 7
/** Lower bound of the standard deviation, for notes that are all alike. */
const minSpread = 0.01
/** Standard deviations above the other notes, and share of the note's cosine with its own questions. */
const minZScore = 3.5
const minShareOfOwn = 0.5

type MeaningInput = AgentLanguage & { question: string; embedder: QuestionEmbedder; passages: readonly Passage[] }

/** Finds whole notes by their embeddings. Only for questions that no words answer, because it takes many times as long (decision 22). */
export async function findByMeaning(knowledge: Knowledge, input: MeaningInput): Promise<Passage[]> {
  const embedding = await input.embedder.vectorOf(input.question)
  if (!embedding) return []
  const vectors = await knowledge.listVectors({ ...input, model: embedding.model })
  const comparable = vectors.filter(({ vector }) => vector.length === embedding.vector.length)
  if (vectors.length > 0 && comparable.length === 0) input.embedder.onIncomparable()
  const near = nearestKeys(embedding.vector, comparable)
  return near.flatMap((key) => {
    return input.passages.find(({ note, fact }) => note.key === key && fact === null) ?? []
  })
}

/** Uses no fixed threshold, because cosines differ by model; one of thirty notes always stands out a little. */
export function nearestKeys(question: Float32Array, notes: readonly NoteVector[]): string[] {
  const compared = notes.map(({ key, vector, own }) => ({ key, own, cosine: dot(question, vector) }))
  const ranked = compared.toSorted((one, other) => other.cosine - one.cosine)
  const others = ranked.slice(excludedTop).map(({ cosine }) => cosine)
  if (others.length < minOthers) return []
  const usual = mean(others)
  const spread = Math.max(minSpread, Math.sqrt(mean(others.map((one) => (one - usual) ** 2))))
  const isNear = ({ cosine, own }: (typeof ranked)[number]) =>
    (cosine - usual) / spread >= minZScore && cosine >= usual + minShareOfOwn * (own - usual)
  return ranked.filter(isNear).map(({ key }) => key)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
