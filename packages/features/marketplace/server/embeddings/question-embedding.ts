import type { Db } from '@duo/db/index.ts'
import { isCircuitOpen, recordFailure, recordInconclusive, recordSuccess } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { estimateTokens, type ModelEndpoint, type TokenBudget } from '@duo/platform/server/model.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textCacheMs } from '../../rules.ts'
import type { QuestionEmbedder } from '../../schema.ts'
import { computeSimilarities, type Similarity } from '../notes/hybrid-ranking.ts'
import { EmbeddingError, embed } from './embedding-client.ts'
import * as queries from './vector-queries.ts'

const timeoutMs = 300

/** In characters, counted from the end, where long messages usually ask. */
const maxQuestionLength = 1_000

interface EmbeddingContext {
  embeddings: ModelEndpoint | null
  log: Logger
  budget: TokenBudget
}

/** Returns undefined if no model is configured. Failures and time-outs fall back to word search; the question is never logged. */
export function createQuestionEmbedder({ embeddings: endpoint, log, budget }: EmbeddingContext): QuestionEmbedder | undefined {
  if (!endpoint) return undefined
  const { model } = endpoint
  let deadline: AbortSignal | undefined
  return {
    async vectorOf(question) {
      deadline ??= AbortSignal.timeout(timeoutMs)
      if (deadline.aborted || budget.isSpent() || isCircuitOpen(endpoint, deadline)) return null
      const text = question.slice(-maxQuestionLength)
      const tokens = estimateTokens(text.length)
      const reservation = await budget.reserve(tokens)
      if (!reservation) return null
      let usedTokens = 0
      try {
        const [vector] = await embed(endpoint, [text], deadline)
        recordSuccess(endpoint)
        usedTokens = tokens
        return vector ? { model, vector } : null
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error
        if (error.isRequestError) recordInconclusive(endpoint, deadline)
        else recordFailure(endpoint)
        log.warn({ problem: error.message }, 'failed to embed a question, using word search only')
        return null
      } finally {
        reservation.settle(usedTokens)
      }
    },
    onIncomparable: () => log.warn({ model }, 'question and note embeddings differ in length'),
  }
}

const vectorsOf = cachedQuery(
  textCacheMs,
  ({ agentId, language, model }: { agentId: string; language: Locale; model: string }) => `${agentId} ${language} ${model}`,
  queries.listVectors,
)

/** Returns the similarity of a question to each note; empty until the notes have vectors of this model. */
export async function findSimilarities(
  db: Db,
  embedder: QuestionEmbedder,
  { agentId, language, model, vector }: { agentId: string; language: Locale; model: string; vector: Float32Array },
): Promise<Map<string, Similarity>> {
  const vectors = (await vectorsOf(db, { agentId, language, model })) ?? []
  const comparable = vectors.filter((note) => note.vector.length === vector.length)
  if (vectors.length > 0 && comparable.length === 0) embedder.onIncomparable()
  return computeSimilarities(vector, comparable)
}
