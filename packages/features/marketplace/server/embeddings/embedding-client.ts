import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/reply-streams.ts'
import { APICallError } from 'ai'

/** Why there are no embeddings. The message carries nothing of the texts and may be logged. */
export class EmbeddingFailed extends Error {
  /** Whether it is about the texts, and others might be embedded. */
  readonly aboutRequest: boolean
  constructor(what: string, { aboutRequest = false }: { aboutRequest?: boolean } = {}) {
    super(`the embeddings endpoint ${what}`)
    this.name = 'EmbeddingFailed'
    this.aboutRequest = aboutRequest
  }
}

/** Some servers refuse calls with more texts. */
const textsAtMost = 32

const modelOf = ({ baseUrl, apiKey, model }: ModelEndpoint) =>
  createOpenAICompatible({ name: 'embeddings', baseURL: baseUrl, ...(apiKey !== undefined && { apiKey }) }).embeddingModel(model)
const models = new WeakMap<ModelEndpoint, ReturnType<typeof modelOf>>()

function knownModel(endpoint: ModelEndpoint) {
  const known = models.get(endpoint) ?? modelOf(endpoint)
  models.set(endpoint, known)
  return known
}

/** Returns the embedding of each text as a vector of length 1. Throws EmbeddingFailed, also when the signal aborts. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += textsAtMost) {
    const values = texts.slice(from, from + textsAtMost)
    const { embeddings } = await call(endpoint, values, signal)
    if (embeddings.length !== values.length) throw new EmbeddingFailed('returned another number of vectors than was asked for')
    vectors.push(...embeddings.map(unit))
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length))
    throw new EmbeddingFailed('returned vectors of different lengths')
  return vectors
}

async function call(endpoint: ModelEndpoint, values: string[], signal: AbortSignal) {
  try {
    return await knownModel(endpoint).doEmbed({ values, abortSignal: signal })
  } catch (error) {
    // the error itself holds the texts: it goes no further
    if (signal.aborted) throw new EmbeddingFailed('took too long, or the wait was ended')
    const status = APICallError.isInstance(error) ? error.statusCode : undefined
    if (status === undefined || status < 300) throw new EmbeddingFailed('cannot be reached or understood')
    throw new EmbeddingFailed(`answered ${status}`, { aboutRequest: [400, 413, 422].includes(status) })
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) throw new EmbeddingFailed('returned a vector without a direction')
  return Float32Array.from(values, (value) => value / length)
}
