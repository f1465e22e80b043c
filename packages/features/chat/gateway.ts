import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelEndpoint } from '@duo/platform/server/desk.ts'
import { APICallError, streamText } from 'ai'
import type { Turn } from './answerer-service.ts'
import type { Problem } from './schema.ts'

/** How long a model may take, ms. */
export interface Patience {
  /** Until the endpoint begins to answer: connection and the head of its answer. */
  connect: number
  /** Until the first piece of text. */
  firstToken: number
  /** Between two pieces. */
  gap: number
  /** Until the end. */
  whole: number
}

export const usualPatience: Patience = { connect: 10_000, firstToken: 30_000, gap: 30_000, whole: 180_000 }

/** Why there is no answer, or no end of one. */
export class AnswerFailed extends Error {
  readonly problem: Problem
  /** Whether the same call may succeed in a moment. */
  readonly transient: boolean
  /** Whether part of the answer has been read already. */
  begun = false
  constructor(problem: Problem, message: string, { transient = false, cause }: { transient?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'AnswerFailed'
    this.problem = problem
    this.transient = transient
  }
}

export const problemOf = (error: unknown): Problem => (error instanceof AnswerFailed ? error.problem : 'other')

export interface ModelCall {
  instructions: string
  messages: Turn[]
  maxTokens: number
}

const retryableStatus = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500

/** What went wrong at an endpoint. What it says about quota, billing or something exceeded is about money (spec, section 8). */
function failureOf(error: unknown): AnswerFailed {
  if (error instanceof AnswerFailed) return error
  const isCall = APICallError.isInstance(error)
  const said = isCall
    ? `${error.message} ${error.responseBody ?? ''}`
    : error instanceof Error
      ? error.message
      : JSON.stringify(error)
  if (/quota|billing|exceeded/i.test(said))
    return new AnswerFailed('quota', 'the provider refuses for want of credit', { cause: error })
  const status = isCall ? error.statusCode : undefined
  const message = status ? `the endpoint answered ${status}` : 'the endpoint cannot be reached or understood'
  return new AnswerFailed('other', message, { transient: status === undefined || retryableStatus(status), cause: error })
}

/** Ends a call by its signal when one of its times is up. */
function clockOf(patience: Patience) {
  const controller = new AbortController()
  const late = (what: string) => () => controller.abort(new AnswerFailed('other', `${what} took too long`, { transient: true }))
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

/** One call of a model: its text as it comes, then how many tokens it was, null where the endpoint does not say. Throws AnswerFailed. */
export async function* callModel(
  endpoint: ModelEndpoint,
  { instructions, messages, maxTokens }: ModelCall,
  { signal, patience }: { signal: AbortSignal; patience: Patience },
): AsyncGenerator<string, number | null> {
  const clock = clockOf(patience)
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: endpoint.baseUrl,
    includeUsage: true,
    ...(endpoint.apiKey !== undefined && { apiKey: endpoint.apiKey }),
    fetch: async (...asked) => {
      const answer = await fetch(...asked)
      clock.connected()
      return answer
    },
  })
  try {
    const { stream } = streamText({
      model: provider.chatModel(endpoint.model),
      instructions,
      messages,
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, clock.signal]),
      // errors are parts of the stream: without this they are printed too
      onError: () => {},
    })
    for await (const part of stream) {
      if (part.type === 'text-delta' && part.text !== '') {
        clock.piece()
        yield part.text
      } else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw clock.signal.reason ?? signal.reason
      else if (part.type === 'finish') {
        if (part.rawFinishReason === undefined) throw new AnswerFailed('other', 'the answer was cut off', { transient: true })
        return part.totalUsage.outputTokens ?? null
      }
    }
    throw new AnswerFailed('other', 'the answer was cut off', { transient: true })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failureOf(clock.signal.aborted ? clock.signal.reason : error)
  } finally {
    clock.stop()
  }
}
