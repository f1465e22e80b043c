import type { Db } from '@duo/db/index.ts'
import { isCircuitOpen, recordFailure, recordInconclusive, recordSuccess } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { ModelEndpoint, TokenBudget } from '@duo/platform/server/reply-streams.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textCacheMs } from '../../rules.ts'
import type { Meaning } from '../../schema.ts'
import { type Nearness, nearnessOf } from '../notes/hybrid-ranking.ts'
import { EmbeddingError, embed } from './embedding-client.ts'
import * as queries from './vector-queries.ts'

/** How long an answer waits for embeddings, ms, all questions of a message together. */
const timeoutMs = 300

/** How much of a message is embedded, in characters: a long one has its question at its end. */
const maxQuestionLength = 1_000

interface EmbeddingContext {
  embeddings: ModelEndpoint | null
  log: Logger
  budget: TokenBudget
}

/**
 * Returns how the questions of one message are embedded; undefined where no model is set for it. What fails or is late is logged, without
 * the question, and counted by the circuit breaker: then notes are found by their words alone.
 */
export function createMeaning({ embeddings: endpoint, log, budget }: EmbeddingContext): Meaning | undefined {
  if (!endpoint) return undefined
  const { model } = endpoint
  let deadline: AbortSignal | undefined
  return {
    async vectorOf(question) {
      deadline ??= AbortSignal.timeout(timeoutMs)
      if (deadline.aborted || budget.isSpent() || isCircuitOpen(endpoint, deadline)) return null
      const asked = question.slice(-maxQuestionLength)
      try {
        const [vector] = await embed(endpoint, [asked], deadline)
        recordSuccess(endpoint)
        budget.spend(Math.ceil(asked.length / 4))
        return vector ? { model, vector } : null
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error
        if (error.isRequestError) recordInconclusive(endpoint, deadline)
        else recordFailure(endpoint)
        log.warn({ problem: error.message }, 'a question was not embedded; its notes were found by words alone')
        return null
      }
    },
    onIncomparable: () => log.warn({ model }, 'embeddings of questions have another length than those of notes'),
  }
}

/** The embeddings of an agent's notes, as they were some seconds ago at most. */
const vectorsOf = cachedQuery(
  textCacheMs,
  ({ agentId, language, model }: { agentId: string; language: Locale; model: string }) => `${agentId} ${language} ${model}`,
  queries.listVectors,
)

/** How near a question comes to each of an agent's notes in a language; empty while they have no embeddings of this model. */
export async function nearnessIn(
  db: Db,
  meaning: Meaning,
  { agentId, language, model, vector }: { agentId: string; language: Locale; model: string; vector: Float32Array },
): Promise<Map<string, Nearness>> {
  const vectors = (await vectorsOf(db, { agentId, language, model })) ?? []
  const comparable = vectors.filter((note) => note.vector.length === vector.length)
  if (vectors.length > 0 && comparable.length === 0) meaning.onIncomparable()
  return nearnessOf(vector, comparable)
}
