import type { QuestionEmbedder } from '@duo/engine/reply-input.ts'
import { isCircuitOpen, recordFailure, recordInconclusive, recordSuccess } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { estimateTokens, type ModelEndpoint, type TokenBudget } from '@duo/platform/server/model.ts'
import { EmbeddingError, embed } from './embedding-client.ts'

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
