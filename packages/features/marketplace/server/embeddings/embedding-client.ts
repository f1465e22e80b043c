import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { z } from 'zod'

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

const answer = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) })

/** Returns a unit vector for each text. Throws EmbeddingError, also when the signal aborts. */
export async function embed(endpoint: ModelEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += maxTexts) {
    const values = texts.slice(from, from + maxTexts)
    const embeddings = await call(endpoint, values, signal)
    if (embeddings.length !== values.length) throw new EmbeddingError('returned a different number of vectors than requested')
    vectors.push(...embeddings.map(normalize))
  }
  if (vectors.some(({ length }) => length !== vectors[0]?.length))
    throw new EmbeddingError('returned vectors of different lengths')
  return vectors
}

/** No error of the call is passed on as a cause: it may contain the texts. */
async function call({ baseUrl, apiKey, model }: ModelEndpoint, input: string[], signal: AbortSignal): Promise<number[][]> {
  const response = await orInvalid(signal, () =>
    fetch(`${baseUrl.replace(/\/$/, '')}/embeddings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      // another host must not get the API key
      redirect: 'manual',
      signal,
    }),
  )
  if (!response.ok) {
    await response.body?.cancel().catch(() => {})
    throw new EmbeddingError(`returned ${response.status}`, { isRequestError: [400, 413, 422].includes(response.status) })
  }
  const { data } = await orInvalid(signal, async () => answer.parse(await response.json()))
  return data.map(({ embedding }) => embedding)
}

async function orInvalid<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    throw new EmbeddingError(signal.aborted ? 'timed out, or the wait was aborted' : 'is unreachable or sent an invalid response')
  }
}

function normalize(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values)
  if (!Number.isFinite(length) || length === 0) throw new EmbeddingError('returned a zero or invalid vector')
  return Float32Array.from(values, (value) => value / length)
}
