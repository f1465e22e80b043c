import type { Db } from '@duo/db/index.ts'
import type { QuestionEmbedder } from '@duo/engine/reply-input.ts'
import { LRUCache } from 'lru-cache'
import { listVectors, type PassageVector } from './vector-queries.ts'

/** All vectors of an agent are compared up to so many passages; a larger one is searched by words only. */
export const maxCompared = 5_000
/** Passages that join those found by words. */
const maxNearest = 20
/** Fewer have no usual likeness. */
const minCompared = 8
/** Standard deviations above the others: from here, a passage counts as near, and as near as can be. */
const [nearFrom, nearest] = [2, 5]
/** Lower bound of the standard deviation, for passages that are all alike. */
const minSpread = 0.01

/** Vectors of the agents that were asked last; new and edited passages are compared after `ttl` ms at the latest. */
const remembered = new LRUCache<string, PassageVector[]>({
  maxSize: 128 * 1024 * 1024,
  sizeCalculation: (vectors) => 1 + vectors.reduce((sum, { vector }) => sum + vector.byteLength, 0),
  ttl: 30_000,
})

/**
 * Returns how near passages of an agent are to a question by their vectors, 0 to 1, for those that stand out. Uses no fixed threshold,
 * because cosines differ by model. Deleted and replaced passages may be among them: look them up.
 */
export async function nearestPassages(
  db: Db,
  agent: { id: string; passages: number },
  { question, embedder }: { question: string; embedder: QuestionEmbedder | undefined },
): Promise<Map<string, number>> {
  if (!embedder || agent.passages > maxCompared || agent.passages < minCompared) return new Map()
  const wanted = await embedder.vectorOf(question)
  if (!wanted) return new Map()
  const vectors = await vectorsOf(db, agent.id, wanted.model)
  const comparable = vectors.filter(({ vector }) => vector.length === wanted.vector.length)
  if (vectors.length > 0 && comparable.length === 0) embedder.onIncomparable()
  return standingOut(comparable.map(({ id, vector }) => ({ id, likeness: dot(wanted.vector, vector) })))
}

async function vectorsOf(db: Db, agentId: string, model: string): Promise<PassageVector[]> {
  const key = `${agentId} ${model}`
  const known = remembered.get(key)
  if (known) return known
  const vectors = await listVectors(db, { agentId, model, limit: maxCompared })
  remembered.set(key, vectors)
  return vectors
}

function standingOut(compared: readonly { id: string; likeness: number }[]): Map<string, number> {
  if (compared.length < minCompared) return new Map()
  const usual = mean(compared.map(({ likeness }) => likeness))
  const spread = Math.max(minSpread, Math.sqrt(mean(compared.map(({ likeness }) => (likeness - usual) ** 2))))
  return new Map(
    compared
      .map(({ id, likeness }): [string, number] => [
        id,
        Math.min(1, ((likeness - usual) / spread - nearFrom) / (nearest - nearFrom)),
      ])
      .filter(([, near]) => near > 0)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, maxNearest),
  )
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
