import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { APICallError } from 'ai'

/** The message contains no embedded text, so it may be logged. */
export class EmbeddingError extends Error {
  /** Whether the endpoint rejected these texts, and may accept others. */
  readonly isRequestError: boolean
  constructor(what: string, { isRequestError = false }: { isRequestError?: boolean } = {}) {
    super(`the embeddings endpoint ${what}`)
    this.name = 'EmbeddingError'
    this.isRequestError = isRequestError
  }
}

const maxTexts = 32

const createModel = ({ baseUrl, apiKey, model }: ModelEndpoint) =>
  createOpenAICompatible({ name: 'embeddings', baseURL: baseUrl, ...(apiKey !== undefined && { apiKey }) }).embeddingModel(model)
const models = new WeakMap<ModelEndpoint, ReturnType<typeof createModel>>()

function getModel(endpoint: ModelEndpoint) {
  const model = models.get(endpoint) ?? createModel(endpoint)
  models.set(endpoint, model)
  return model
}

/** Returns a unit vector for each text. Throws EmbeddingError, also when the signal aborts. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += maxTexts) {
    const values = texts.slice(from, from + maxTexts)
    const { embeddings } = await call(endpoint, values, signal)
    if (embeddings.length !== values.length) throw new EmbeddingError('returned a different number of vectors than requested')
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
    // the original error contains the texts, so it is not passed on as the cause
    if (signal.aborted) throw new EmbeddingError('timed out, or the wait was aborted')
    const status = APICallError.isInstance(error) ? error.statusCode : undefined
    if (status === undefined || status < 300) throw new EmbeddingError('is unreachable or sent an invalid response')
    throw new EmbeddingError(`returned ${status}`, { isRequestError: [400, 413, 422].includes(status) })
  }
}

function normalize(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) throw new EmbeddingError('returned a zero or invalid vector')
  return Float32Array.from(values, (value) => value / length)
}
