import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue, enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import type { ModelEndpoint } from '@duo/platform/server/reply-streams.ts'
import { z } from 'zod'
import { embed } from './embedding-client.ts'
import {
  deleteOtherVectors,
  hasMissingVectors,
  listNotesWithoutVector,
  saveVectors,
  type UnembeddedNote,
} from './vector-queries.ts'

interface EmbeddingContext {
  db: Db
  embeddings: ModelEndpoint | null
}

/** Notes that are embedded and stored together, how long that may take, and how long one job goes on, ms: less than a job may run. */
const batchSize = 8
const batchTimeoutMs = 60_000
const maxRunMs = 120_000

/**
 * Embeds the notes that have no vector of this model, or that of an earlier text. A batch is stored as soon as it is made, so what fails
 * begins where it stopped. One at a time, so that two servers do not pay twice. A server with another model leaves it to those that have
 * this one, which queue it again (`enqueueMissingEmbeddings`).
 */
export const embedNotes = defineJob({
  name: 'marketplace.embed_notes',
  payload: z.object({ model: z.string() }),
  oneAtATime: true,
  run: async ({ db, embeddings: endpoint }: EmbeddingContext, { model }, { signal }) => {
    if (endpoint?.model !== model) return
    const until = performance.now() + maxRunMs
    while (performance.now() < until) {
      const notes = await listNotesWithoutVector(db, model, batchSize)
      if (notes.length === 0) return
      const made = await vectorsFor(endpoint, notes, AbortSignal.any([signal, AbortSignal.timeout(batchTimeoutMs)]))
      await inTransaction(db, async (tx) => {
        await saveVectors(tx, model, made)
        await deleteOtherVectors(tx, model, made[0]?.vector.length ?? 0)
      })
    }
    await enqueue(db, embedNotes, { model })
  },
})

/** What is embedded of one text at most, in characters; models take some thousand tokens. */
const maxTextLength = 8_000

/** The vectors of notes, and how near each is to the questions that it answers, or else to its title. */
async function vectorsFor(endpoint: ModelEndpoint, notes: readonly UnembeddedNote[], signal: AbortSignal) {
  const known = notes.map((note) => ({ note, questions: note.questions.length > 0 ? note.questions : [note.title] }))
  const texts = known.flatMap(({ note, questions }) => [note.content.slice(0, maxTextLength), ...questions])
  const vectors = await embed(endpoint, texts, signal)
  return known.map(({ note: { agentId, language, key, hash }, questions }) => {
    const [vector = new Float32Array(), ...asked] = vectors.splice(0, 1 + questions.length)
    const own = asked.reduce((sum, one) => sum + cosine(vector, one), 0) / asked.length
    return { agentId, language, key, hash, vector, own }
  })
}

/** Of vectors of length 1. */
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

/**
 * Queues the job where notes lack vectors of this server's model: after a seed, a change of a note or of the model. Jobs that wait for
 * their next try are left alone.
 */
export async function enqueueMissingEmbeddings(db: Db, { embeddings }: Pick<EmbeddingContext, 'embeddings'>): Promise<void> {
  if (!embeddings || !(await hasMissingVectors(db, embeddings.model))) return
  await enqueueMissing(db, embedNotes, [{ model: embeddings.model }], ({ model }) => model)
}

/** What a running server does for the marketplace by itself. Several servers may do it at once. */
export const marketplaceMaintenance: readonly MaintenanceTask[] = [
  { name: 'marketplace.embed_missing', every: 30_000, run: enqueueMissingEmbeddings },
]
