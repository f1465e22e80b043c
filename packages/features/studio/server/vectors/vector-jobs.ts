import { type Db, inTransaction } from '@duo/db/index.ts'
import { enqueue, enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { z } from 'zod'
import { embed } from '../../../marketplace/server/embeddings/embedding-client.ts'
import { deleteOtherVectors, hasMissingVectors, listPassagesWithoutVector, saveVectors } from './vector-queries.ts'

interface EmbeddingContext {
  db: Db
  embeddings: ModelEndpoint | null
}

/** Passages of a request, time-out of one and duration of a job, ms; together below the limit of a job. */
const batchSize = 32
const batchTimeoutMs = 60_000
const maxRunMs = 120_000
const maxTextLength = 8_000

/** Embeds passages without a current vector of this model. Resumes after a failure. A server with another model skips the job. */
export const embedPassages = defineJob({
  name: 'studio.embed_passages',
  payload: z.object({ model: z.string() }),
  oneAtATime: true,
  run: async ({ db, embeddings: endpoint }: EmbeddingContext, { model }, { signal }) => {
    if (endpoint?.model !== model) return
    const until = performance.now() + maxRunMs
    while (performance.now() < until) {
      const passages = await listPassagesWithoutVector(db, model, batchSize)
      if (passages.length === 0) return
      const texts = passages.map(({ content }) => content.slice(0, maxTextLength))
      const vectors = await embed(endpoint, texts, AbortSignal.any([signal, AbortSignal.timeout(batchTimeoutMs)]))
      const made = passages.flatMap(({ id, hash }, at) => {
        const vector = vectors[at]
        return vector ? [{ id, hash, vector }] : []
      })
      await inTransaction(db, async (tx) => {
        await saveVectors(tx, model, made)
        await deleteOtherVectors(tx, model)
      })
    }
    await enqueue(db, embedPassages, { model })
  },
})

/** Queues the job if passages lack vectors of this server's model. Does not restart jobs that wait for a retry. */
export async function enqueueMissingVectors(db: Db, { embeddings }: Pick<EmbeddingContext, 'embeddings'>): Promise<void> {
  if (!embeddings || !(await hasMissingVectors(db, embeddings.model))) return
  await enqueueMissing(db, embedPassages, [{ model: embeddings.model }], ({ model }) => model)
}
