import type { ChatEndpoint } from '@duo/platform/server/model.ts'
import { longestText } from '../../rules.ts'
import type { ReplyFailure } from '../../schema.ts'
import type { HistoryMessage } from '../agent-directory.ts'
import { createCompletionReader } from '../model-output/completion-reader.ts'
import { createThoughtFilter, type ThoughtlessText } from '../model-output/thoughts.ts'
import { post } from './http-transport.ts'

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

/** Characters of an error that are logged. */
const maxShownLength = 500

/** The endpoint answered with another status than success. */
class StatusError extends Error {
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    super(body.slice(0, maxShownLength))
    this.name = 'StatusError'
    this.status = status
    this.body = body
  }
}

/** Maps an error to a ModelError. Errors that mention quota, billing or an exceeded limit are `quota` (spec, section 8). */
function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const status = error instanceof StatusError ? error.status : undefined
  const errorText = error instanceof StatusError ? error.body : error instanceof Error ? error.message : JSON.stringify(error)
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
      if (gap) gap.refresh()
      else gap = setTimeout(onTimeout('the next token'), timeouts.gap)
    },
    stop: () => {
      for (const timer of [whole, first, gap]) clearTimeout(timer)
    },
  }
}

/** These endpoints require `max_completion_tokens`, which includes reasoning: extra room keeps the answer complete. */
const needsMaxCompletionTokens = new WeakSet<ChatEndpoint>()
const reasoningTokenBudget = 4_096
const isMaxTokensRejected = (error: unknown) =>
  error instanceof StatusError && error.status === 400 && /max_completion_tokens/.test(error.body)

function requestOf(endpoint: ChatEndpoint, { instructions, messages, maxTokens }: ModelCall): string {
  const limit = needsMaxCompletionTokens.has(endpoint)
    ? { max_completion_tokens: maxTokens + reasoningTokenBudget }
    : { max_tokens: maxTokens }
  const prompt = [{ role: 'system', content: instructions }, ...messages.map(({ role, content }) => ({ role, content }))]
  return JSON.stringify({
    model: endpoint.model,
    ...limit,
    messages: prompt,
    stream: true,
    stream_options: { include_usage: true },
  })
}

async function call(endpoint: ChatEndpoint, modelCall: ModelCall, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const { baseUrl, apiKey } = endpoint
  const address = `${baseUrl.replace(/\/$/, '')}/chat/completions`
  const { statusCode, body } = await post(address, { body: requestOf(endpoint, modelCall), apiKey, signal })
  if (statusCode < 200 || statusCode > 299) throw new StatusError(statusCode, await body.text())
  return body
}

async function startStream(endpoint: ChatEndpoint, modelCall: ModelCall, signal: AbortSignal) {
  const hadMaxCompletionTokens = needsMaxCompletionTokens.has(endpoint)
  try {
    return await call(endpoint, modelCall, signal)
  } catch (error) {
    if (hadMaxCompletionTokens || !isMaxTokensRejected(error)) throw error
    needsMaxCompletionTokens.add(endpoint)
    return call(endpoint, modelCall, signal)
  }
}

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

/** A prompt has at most one token per byte: more is no report. */
function promptTokens(total: number, cachedTokens: number, { endpoint, bytes }: { endpoint: ChatEndpoint; bytes: number }) {
  if (!(total > 0 && total <= bytes)) return null
  const cached = Math.min(total, Math.max(0, cachedTokens))
  return Math.ceil(total - cached + cached * endpoint.cachedTokenRate)
}

/** Endpoints whose last reply began with a thought without an opening tag. */
const thinkers = new WeakSet<ChatEndpoint>()

/** Streams one completion without its thoughts. Throws ModelError. */
export async function* streamCompletion(
  endpoint: ChatEndpoint,
  call: ModelCall,
  { signal, timeouts }: { signal: AbortSignal; timeouts: ModelTimeouts },
): AsyncGenerator<CompletionPart, ReportedTokens> {
  const deadlines = createDeadlines(endpoint, timeouts)
  const thoughts = createThoughtFilter(thinkers.has(endpoint))
  const reader = createCompletionReader()
  let [read, shown] = [0, 0]
  const toParts = ({ text, restart }: ThoughtlessText): CompletionPart[] => {
    const parts: CompletionPart[] = restart && shown > 0 ? [{ type: 'restart' }] : []
    shown += text.length
    if (text !== '') parts.push({ type: 'text', text })
    return parts
  }
  try {
    const body = await startStream(endpoint, call, AbortSignal.any([signal, deadlines.signal]))
    for await (const bytes of body) {
      for (const { text, thought } of reader.read(bytes)) {
        if (text !== '' || thought !== '') deadlines.onToken()
        read += text.length + thought.length
        if (text !== '') for (const part of toParts(thoughts.add(text))) yield part
        if (read - shown > longestText(call.maxTokens + reasoningTokenBudget))
          throw new ModelError('other', 'the thoughts are too long')
      }
    }
    const end = reader.end()
    if (!end) throw new ModelError('other', 'the answer was cut off', { isTransient: true })
    for (const part of toParts({ text: thoughts.end(end.isCut), restart: false })) yield part
    if (thoughts.hasOrphan()) thinkers.add(endpoint)
    else thinkers.delete(endpoint)
    const bytes = Buffer.byteLength(call.instructions) + Buffer.byteLength(JSON.stringify(call.messages))
    return {
      prompt: promptTokens(end.promptTokens, end.cachedTokens, { endpoint, bytes }),
      // zero for a non-empty text: reasoning was subtracted that the endpoint had not counted
      answer: end.answerTokens || null,
      hasThoughts: thoughts.hasAny(),
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toModelError(deadlines.signal.aborted ? deadlines.signal.reason : error)
  } finally {
    deadlines.stop()
  }
}
