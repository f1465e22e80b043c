import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ChatEndpoint } from '@duo/platform/server/model.ts'
import { APICallError } from 'ai'
import { longestText } from '../../rules.ts'
import type { ReplyFailure } from '../../schema.ts'
import type { HistoryMessage } from '../agent-directory.ts'
import { createThoughtFilter, type ThoughtlessText } from '../model-output/thoughts.ts'
import { keepAliveFetch } from './http-transport.ts'

/** In ms. `firstToken` is the endpoint's (`ChatEndpoint`). */
export interface ModelTimeouts {
  gap: number
  whole: number
}

export const defaultTimeouts: ModelTimeouts = { gap: 30_000, whole: 180_000 }

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
  // 200 if the connection breaks while the answer arrives
  const status = isCall && error.statusCode !== 200 ? error.statusCode : undefined
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

function createDeadlines({ firstTokenMs }: ChatEndpoint, timeouts: ModelTimeouts) {
  const controller = new AbortController()
  /** No retry at the same endpoint: after such a wait, the next endpoint is the better choice. */
  const onTimeout = (what: string) => () => controller.abort(new ModelError('other', `${what} timed out`))
  const whole = setTimeout(onTimeout('the whole answer'), timeouts.whole)
  const first = setTimeout(onTimeout('the first token'), firstTokenMs)
  let gap: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    onToken: () => {
      clearTimeout(first)
      clearTimeout(gap)
      gap = setTimeout(onTimeout('the next token'), timeouts.gap)
    },
    stop: () => {
      for (const timer of [whole, first, gap]) clearTimeout(timer)
    },
  }
}

/** Cached, because each one compiles schemas. `streamText` would cost half a millisecond per token (docs/benchmarks.md). */
function createModel(endpoint: ChatEndpoint) {
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
const models = new WeakMap<ChatEndpoint, ReturnType<typeof createModel>>()

function getModel(endpoint: ChatEndpoint) {
  const model = models.get(endpoint) ?? createModel(endpoint)
  models.set(endpoint, model)
  return model
}

/** These endpoints require `max_completion_tokens`, which includes reasoning: extra room keeps the answer complete. */
const needsMaxCompletionTokens = new WeakSet<ChatEndpoint>()
const reasoningTokenBudget = 4_096
const isMaxTokensRejected = (error: unknown) =>
  APICallError.isInstance(error) &&
  error.statusCode === 400 &&
  /max_completion_tokens/.test(`${error.message} ${error.responseBody}`)

type Options = Parameters<ReturnType<typeof createModel>['doStream']>[0]

async function startStream(endpoint: ChatEndpoint, options: Options) {
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

export type CompletionPart =
  | { type: 'text'; text: string }
  /** The text so far was a thought. */
  | { type: 'restart' }

/** What an endpoint reports at the end of a call; null if it does not. */
export interface ReportedTokens {
  /** Of the prompt, with cached ones at their rate. */
  prompt: number | null
  /** Of the answer, with thoughts that were written into it, without others. */
  answer: number | null
  hasThoughts: boolean
}

type Usage = Extract<StreamPart, { type: 'finish' }>['usage']
type StreamPart = Awaited<ReturnType<typeof startStream>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** A prompt has at most one token per byte: more is no report. */
function promptTokens({ total = 0, cacheRead = 0 }: Usage['inputTokens'], { cachedTokenRate }: ChatEndpoint, bytes: number) {
  if (!(total > 0 && total <= bytes)) return null
  const cached = Math.min(total, Math.max(0, cacheRead))
  return Math.ceil(total - cached + cached * cachedTokenRate)
}

/** Endpoints whose last reply began with a thought without an opening tag. */
const thinkers = new WeakSet<ChatEndpoint>()

/** Streams one completion without its thoughts. Throws ModelError. */
export async function* streamCompletion(
  endpoint: ChatEndpoint,
  { instructions, messages, maxTokens }: ModelCall,
  { signal, timeouts }: { signal: AbortSignal; timeouts: ModelTimeouts },
): AsyncGenerator<CompletionPart, ReportedTokens> {
  const deadlines = createDeadlines(endpoint, timeouts)
  const thoughts = createThoughtFilter(thinkers.has(endpoint))
  let [read, shown] = [0, 0]
  const toParts = ({ text, restart }: ThoughtlessText): CompletionPart[] => {
    const parts: CompletionPart[] = restart && shown > 0 ? [{ type: 'restart' }] : []
    shown += text.length
    return text === '' ? parts : [...parts, { type: 'text', text }]
  }
  try {
    const { stream } = await startStream(endpoint, {
      prompt: [{ role: 'system', content: instructions }, ...messages.map(toPromptMessage)],
      maxOutputTokens: maxTokens,
      abortSignal: AbortSignal.any([signal, deadlines.signal]),
    })
    for await (const part of stream) {
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        if (part.delta !== '') deadlines.onToken()
        read += part.delta.length
        if (part.type === 'text-delta') yield* toParts(thoughts.add(part.delta))
        if (read - shown > longestText(maxTokens + reasoningTokenBudget))
          throw new ModelError('other', 'the thoughts are too long')
      } else if (part.type === 'error') throw part.error
      else if (part.type === 'finish') {
        yield* toParts({ text: thoughts.end(part.finishReason.unified === 'length'), restart: false })
        if (thoughts.hasOrphan()) thinkers.add(endpoint)
        else thinkers.delete(endpoint)
        const bytes = Buffer.byteLength(JSON.stringify({ instructions, messages }))
        return {
          prompt: promptTokens(part.usage.inputTokens, endpoint, bytes),
          // zero for a non-empty text: the SDK subtracted reasoning that the endpoint had not counted
          answer: part.usage.outputTokens.text || null,
          hasThoughts: thoughts.hasAny(),
        }
      }
    }
    throw new ModelError('other', 'the answer was cut off', { isTransient: true })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toModelError(deadlines.signal.aborted ? deadlines.signal.reason : error)
  } finally {
    deadlines.stop()
  }
}
