import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/reply-streams.ts'
import { APICallError } from 'ai'
import type { Problem } from '../../schema.ts'
import type { Turn } from '../responder.ts'
import { keepAliveFetch } from './http-transport.ts'

/** How long a model may take, ms. */
export interface Patience {
  /** Until the endpoint begins to answer: connection and the head of its answer. */
  connect: number
  /** Until the first piece of text, or of the thoughts before it, from the beginning of the call. */
  firstToken: number
  /** Between two pieces. */
  gap: number
  /** Until the end. */
  whole: number
}

export const usualPatience: Patience = { connect: 10_000, firstToken: 10_000, gap: 30_000, whole: 180_000 }

/** Why there is no answer, or no end of one. */
export class AnswerFailed extends Error {
  readonly problem: Problem
  /** Whether the same call may succeed in a moment. */
  readonly transient: boolean
  /** Whether it is about what was asked, and anything else might be answered. */
  readonly aboutRequest: boolean
  /** Whether part of the answer has been read already. */
  begun = false
  constructor(
    problem: Problem,
    message: string,
    { transient = false, aboutRequest = false, cause }: { transient?: boolean; aboutRequest?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'AnswerFailed'
    this.problem = problem
    this.transient = transient
    this.aboutRequest = aboutRequest
  }
}

export const problemOf = (error: unknown): Problem => (error instanceof AnswerFailed ? error.problem : 'other')

export interface ModelCall {
  instructions: string
  messages: Turn[]
  maxTokens: number
}

const retryableStatus = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500

/** Without a right key, money, permission or model nobody is answered; otherwise what is refused is the request, as too long or filtered. */
const refusesRequest = (status: number | undefined) =>
  status !== undefined && !retryableStatus(status) && ![401, 402, 403, 404].includes(status)

/** What went wrong at an endpoint. What it says about quota, billing or something exceeded is about money (spec, section 8). */
function failureOf(error: unknown): AnswerFailed {
  if (error instanceof AnswerFailed) return error
  const isCall = APICallError.isInstance(error)
  const said = isCall
    ? `${error.message} ${error.responseBody ?? ''}`
    : error instanceof Error
      ? error.message
      : JSON.stringify(error)
  const status = isCall ? error.statusCode : undefined
  const aboutRequest = refusesRequest(status)
  if (/quota|billing|exceeded/i.test(said))
    return new AnswerFailed('quota', 'the provider refuses for want of credit', { aboutRequest, cause: error })
  const message = status ? `the endpoint answered ${status}` : 'the endpoint cannot be reached or understood'
  return new AnswerFailed('other', message, {
    transient: status === undefined || retryableStatus(status),
    aboutRequest,
    cause: error,
  })
}

/** Ends a call by its signal when one of its times is up. */
function clockOf(patience: Patience) {
  const controller = new AbortController()
  // not asked again: people who waited this long are better served by the next endpoint
  const late = (what: string) => () => controller.abort(new AnswerFailed('other', `${what} took too long`))
  const whole = setTimeout(late('the whole answer'), patience.whole)
  const first = setTimeout(late('the first token'), patience.firstToken)
  const connect = setTimeout(late('connecting'), patience.connect)
  let gap: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    connected: () => clearTimeout(connect),
    piece: () => {
      clearTimeout(first)
      clearTimeout(gap)
      gap = setTimeout(late('the next token'), patience.gap)
    },
    stop: () => {
      for (const timer of [whole, first, connect, gap]) clearTimeout(timer)
    },
  }
}

/**
 * The model behind an endpoint, made once: each one compiles the schema of what it reads. It is asked directly, not through `streamText`,
 * whose steps, tools and hooks take half a millisecond a token and are not used here (docs/benchmarks.md).
 */
function modelOf(endpoint: ModelEndpoint) {
  const { baseUrl, apiKey, model } = endpoint
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    includeUsage: true,
    fetch: keepAliveFetch,
    transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) =>
      wantNewerName.has(endpoint)
        ? { ...body, max_completion_tokens: Number(max_tokens) + thoughtsAtMost }
        : { ...body, max_tokens },
    ...(apiKey !== undefined && { apiKey }),
  }).chatModel(model)
}
const models = new WeakMap<ModelEndpoint, ReturnType<typeof modelOf>>()

function knownModel(endpoint: ModelEndpoint) {
  const known = models.get(endpoint) ?? modelOf(endpoint)
  models.set(endpoint, known)
  return known
}

/**
 * Endpoints that refuse `max_tokens`, as OpenAI's newer models do. What they want instead counts a model's thoughts, too, which get room
 * of their own: an answer shall not end in the middle of them.
 */
const wantNewerName = new WeakSet<ModelEndpoint>()
const thoughtsAtMost = 4_096
const saysNewerName = (error: unknown) =>
  APICallError.isInstance(error) &&
  error.statusCode === 400 &&
  /max_completion_tokens/.test(`${error.message} ${error.responseBody}`)

type Options = Parameters<ReturnType<typeof modelOf>['doStream']>[0]

/** Begins a call; once more, at once, when the endpoint wants the newer name. */
async function begin(endpoint: ModelEndpoint, options: Options) {
  const hadNewerName = wantNewerName.has(endpoint)
  try {
    return await knownModel(endpoint).doStream(options)
  } catch (error) {
    if (hadNewerName || !saysNewerName(error)) throw error
    wantNewerName.add(endpoint)
    return knownModel(endpoint).doStream(options)
  }
}

const spoken = ({ role, content }: Turn) => ({ role, content: [{ type: 'text' as const, text: content }] })

/**
 * One call of a model: its text as it comes, then how many tokens that was, without thoughts, null where the endpoint does not say. Throws
 * AnswerFailed.
 */
export async function* callModel(
  endpoint: ModelEndpoint,
  { instructions, messages, maxTokens }: ModelCall,
  { signal, patience }: { signal: AbortSignal; patience: Patience },
): AsyncGenerator<string, number | null> {
  const clock = clockOf(patience)
  try {
    const { stream } = await begin(endpoint, {
      prompt: [{ role: 'system', content: instructions }, ...messages.map(spoken)],
      maxOutputTokens: maxTokens,
      abortSignal: AbortSignal.any([signal, clock.signal]),
    })
    clock.connected()
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.delta !== '') {
        clock.piece()
        yield part.delta
      } else if (part.type === 'reasoning-delta') clock.piece()
      else if (part.type === 'error') throw part.error
      // none for a text that there is: thoughts were taken off that the endpoint had not counted
      else if (part.type === 'finish') return part.usage.outputTokens.text || null
    }
    throw new AnswerFailed('other', 'the answer was cut off', { transient: true })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failureOf(clock.signal.aborted ? clock.signal.reason : error)
  } finally {
    clock.stop()
  }
}
