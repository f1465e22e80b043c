import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue, enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { MaintenanceTask } from '@duo/platform/server/maintenance.ts'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
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

/** Batch size, time-out of a batch and duration of a job, ms; together below the limit of a job. */
const batchSize = 8
const batchTimeoutMs = 60_000
const maxRunMs = 120_000

/** Embeds notes without a current vector of this model. Resumes after a failure. A server with another model skips the job. */
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

const maxTextLength = 8_000

async function vectorsFor(endpoint: ModelEndpoint, notes: readonly UnembeddedNote[], signal: AbortSignal) {
  const withQuestions = notes.map((note) => ({ note, questions: note.questions.length > 0 ? note.questions : [note.title] }))
  const texts = withQuestions.flatMap(({ note, questions }) => [note.content.slice(0, maxTextLength), ...questions])
  const vectors = await embed(endpoint, texts, signal)
  return withQuestions.map(({ note: { agentId, language, key, hash }, questions }) => {
    const [vector = new Float32Array(), ...questionVectors] = vectors.splice(0, 1 + questions.length)
    const own = questionVectors.reduce((sum, one) => sum + cosine(vector, one), 0) / questionVectors.length
    return { agentId, language, key, hash, vector, own }
  })
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

/** Queues the job if notes lack vectors of this server's model. Does not restart jobs that wait for a retry. */
export async function enqueueMissingEmbeddings(db: Db, { embeddings }: Pick<EmbeddingContext, 'embeddings'>): Promise<void> {
  if (!embeddings || !(await hasMissingVectors(db, embeddings.model))) return
  await enqueueMissing(db, embedNotes, [{ model: embeddings.model }], ({ model }) => model)
}

export const marketplaceMaintenance: readonly MaintenanceTask[] = [
  { name: 'marketplace.embed_missing', every: 30_000, run: enqueueMissingEmbeddings },
]
