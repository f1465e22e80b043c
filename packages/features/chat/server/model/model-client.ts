import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/model.ts'
import { APICallError } from 'ai'
import type { ReplyFailure } from '../../schema.ts'
import type { HistoryMessage } from '../agent-directory.ts'
import { keepAliveFetch } from './http-transport.ts'

/** In ms. `connect` lasts until the response headers, `firstToken` from the start of the call to the first text or reasoning chunk. */
export interface ModelTimeouts {
  connect: number
  firstToken: number
  gap: number
  whole: number
}

export const defaultTimeouts: ModelTimeouts = { connect: 10_000, firstToken: 10_000, gap: 30_000, whole: 180_000 }

export class ModelError extends Error {
  readonly problem: ReplyFailure
  readonly isTransient: boolean
  /** Whether the endpoint rejected this request, and may accept others. */
  readonly isRequestError: boolean
  hasPartialOutput = false
  constructor(
    problem: ReplyFailure,
    message: string,
    {
      isTransient = false,
      isRequestError = false,
      cause,
    }: { isTransient?: boolean; isRequestError?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'ModelError'
    this.problem = problem
    this.isTransient = isTransient
    this.isRequestError = isRequestError
  }
}

export const problemOf = (error: unknown): ReplyFailure => (error instanceof ModelError ? error.problem : 'other')

export interface ModelCall {
  instructions: string
  messages: HistoryMessage[]
  maxTokens: number
}

const isRetryableStatus = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500

/** An endpoint with a wrong key, credit, permission or model rejects everything. Other 4xx errors concern the request. */
const refusesRequest = (status: number | undefined) =>
  status !== undefined && !isRetryableStatus(status) && ![401, 402, 403, 404].includes(status)

/** Maps an error to a ModelError. Errors that mention quota, billing or an exceeded limit are `quota` (spec, section 8). */
function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const isCall = APICallError.isInstance(error)
  const errorText = isCall
    ? `${error.message} ${error.responseBody ?? ''}`
    : error instanceof Error
      ? error.message
      : JSON.stringify(error)
  const status = isCall ? error.statusCode : undefined
  const isRequestError = refusesRequest(status)
  if (/quota|billing|exceeded/i.test(errorText))
    return new ModelError('quota', 'the provider rejected the call for lack of credit', { isRequestError, cause: error })
  const message = status ? `the endpoint returned ${status}` : 'the endpoint is unreachable or sent an invalid response'
  return new ModelError('other', message, {
    isTransient: status === undefined || isRetryableStatus(status),
    isRequestError,
    cause: error,
  })
}

function createDeadlines(timeouts: ModelTimeouts) {
  const controller = new AbortController()
  /** No retry at the same endpoint: after such a wait, the next endpoint is the better choice. */
  const onTimeout = (what: string) => () => controller.abort(new ModelError('other', `${what} timed out`))
  const whole = setTimeout(onTimeout('the whole answer'), timeouts.whole)
  const first = setTimeout(onTimeout('the first token'), timeouts.firstToken)
  const connect = setTimeout(onTimeout('connecting'), timeouts.connect)
  let gap: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    onConnected: () => clearTimeout(connect),
    onToken: () => {
      clearTimeout(first)
      clearTimeout(gap)
      gap = setTimeout(onTimeout('the next token'), timeouts.gap)
    },
    stop: () => {
      for (const timer of [whole, first, connect, gap]) clearTimeout(timer)
    },
  }
}

/** Cached, because each one compiles schemas. `streamText` would cost half a millisecond per token (docs/benchmarks.md). */
function createModel(endpoint: ModelEndpoint) {
  const { baseUrl, apiKey, model } = endpoint
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    includeUsage: true,
    fetch: keepAliveFetch,
    transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) =>
      needsMaxCompletionTokens.has(endpoint)
        ? { ...body, max_completion_tokens: Number(max_tokens) + reasoningTokenBudget }
        : { ...body, max_tokens },
    ...(apiKey !== undefined && { apiKey }),
  }).chatModel(model)
}
const models = new WeakMap<ModelEndpoint, ReturnType<typeof createModel>>()

function getModel(endpoint: ModelEndpoint) {
  const model = models.get(endpoint) ?? createModel(endpoint)
  models.set(endpoint, model)
  return model
}

/** These endpoints require `max_completion_tokens`, which includes reasoning: extra room keeps the answer complete. */
const needsMaxCompletionTokens = new WeakSet<ModelEndpoint>()
const reasoningTokenBudget = 4_096
const isMaxTokensRejected = (error: unknown) =>
  APICallError.isInstance(error) &&
  error.statusCode === 400 &&
  /max_completion_tokens/.test(`${error.message} ${error.responseBody}`)

type Options = Parameters<ReturnType<typeof createModel>['doStream']>[0]

async function startStream(endpoint: ModelEndpoint, options: Options) {
  const hadMaxCompletionTokens = needsMaxCompletionTokens.has(endpoint)
  try {
    return await getModel(endpoint).doStream(options)
  } catch (error) {
    if (hadMaxCompletionTokens || !isMaxTokensRejected(error)) throw error
    needsMaxCompletionTokens.add(endpoint)
    return getModel(endpoint).doStream(options)
  }
}

const toPromptMessage = ({ role, content }: HistoryMessage) => ({ role, content: [{ type: 'text' as const, text: content }] })

/** Streams one completion and returns its tokens without reasoning, or null if the endpoint reports none. Throws ModelError. */
export async function* streamCompletion(
  endpoint: ModelEndpoint,
  { instructions, messages, maxTokens }: ModelCall,
  { signal, timeouts }: { signal: AbortSignal; timeouts: ModelTimeouts },
): AsyncGenerator<string, number | null> {
  const deadlines = createDeadlines(timeouts)
  try {
    const { stream } = await startStream(endpoint, {
      prompt: [{ role: 'system', content: instructions }, ...messages.map(toPromptMessage)],
      maxOutputTokens: maxTokens,
      abortSignal: AbortSignal.any([signal, deadlines.signal]),
    })
    deadlines.onConnected()
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.delta !== '') {
        deadlines.onToken()
        yield part.delta
      } else if (part.type === 'reasoning-delta') deadlines.onToken()
      else if (part.type === 'error') throw part.error
      // zero for a non-empty text: the SDK subtracted reasoning that the endpoint had not counted
      else if (part.type === 'finish') return part.usage.outputTokens.text || null
    }
    throw new ModelError('other', 'the answer was cut off', { isTransient: true })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toModelError(deadlines.signal.aborted ? deadlines.signal.reason : error)
  } finally {
    deadlines.stop()
  }
}
