import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/reply-streams.ts'
import { APICallError } from 'ai'

/** Why there are no embeddings. The message carries nothing of the texts and may be logged. */
export class EmbeddingError extends Error {
  /** Whether it is about the texts, and others might be embedded. */
  readonly isRequestError: boolean
  constructor(what: string, { isRequestError = false }: { isRequestError?: boolean } = {}) {
    super(`the embeddings endpoint ${what}`)
    this.name = 'EmbeddingError'
    this.isRequestError = isRequestError
  }
}

/** Some servers refuse calls with more texts. */
const maxTexts = 32

const createModel = ({ baseUrl, apiKey, model }: ModelEndpoint) =>
  createOpenAICompatible({ name: 'embeddings', baseURL: baseUrl, ...(apiKey !== undefined && { apiKey }) }).embeddingModel(model)
const models = new WeakMap<ModelEndpoint, ReturnType<typeof createModel>>()

function getModel(endpoint: ModelEndpoint) {
  const model = models.get(endpoint) ?? createModel(endpoint)
  models.set(endpoint, model)
  return model
}

/** Returns the embedding of each text as a vector of length 1. Throws EmbeddingError, also when the signal aborts. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += maxTexts) {
    const values = texts.slice(from, from + maxTexts)
    const { embeddings } = await call(endpoint, values, signal)
    if (embeddings.length !== values.length) throw new EmbeddingError('returned another number of vectors than was asked for')
    vectors.push(...embeddings.map(normalize))
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length))
    throw new EmbeddingError('returned vectors of different lengths')
  return vectors
}

async function call(endpoint: ModelEndpoint, values: string[], signal: AbortSignal) {
  try {
    return await getModel(endpoint).doEmbed({ values, abortSignal: signal })
  } catch (error) {
    // the error itself holds the texts: it goes no further
    if (signal.aborted) throw new EmbeddingError('took too long, or the wait was ended')
    const status = APICallError.isInstance(error) ? error.statusCode : undefined
    if (status === undefined || status < 300) throw new EmbeddingError('cannot be reached or understood')
    throw new EmbeddingError(`answered ${status}`, { isRequestError: [400, 413, 422].includes(status) })
  }
}

function normalize(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) throw new EmbeddingError('returned a vector without a direction')
  return Float32Array.from(values, (value) => value / length)
}
