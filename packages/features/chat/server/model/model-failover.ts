import { isCircuitOpen, recordFailure, recordInconclusive, recordSuccess } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type ChatEndpoint, estimateTokens, type TokenBudget, type TokenReservation } from '@duo/platform/server/model.ts'
import { longestText } from '../../rules.ts'
import type { ModelNotes, Responder, ResponsePart } from '../agent-directory.ts'
import {
  type CompletionPart,
  defaultTimeouts,
  type ModelCall,
  ModelError,
  type ModelTimeouts,
  type ReportedTokens,
  streamCompletion,
} from './model-client.ts'
import { promptMessages, systemPrompt } from './prompt.ts'
import { createReplyFilters } from './reply-filters.ts'

interface ResponderOptions extends ModelNotes {
  models: readonly ChatEndpoint[]
  log: Logger
  maxTokens: number
  timeouts?: ModelTimeouts
  budget?: TokenBudget
}

/** Retries transient failures once, then tries the next endpoint. Nothing is retried after the first token is shown. */
export function createModelResponder(options: ResponderOptions): Responder {
  const respond = createFailoverResponder(options)
  return async function* (input, signal) {
    const filters = createReplyFilters(input, options.notes)
    try {
      for await (const part of respond(input, signal))
        for (const shown of filters.add(part)) {
          yield shown
          if (shown.type === 'done') return
        }
    } catch (error) {
      for (const shown of filters.broken()) yield shown
      throw error
    }
  }
}

function createFailoverResponder({
  models,
  log,
  notes,
  hints,
  maxTokens,
  timeouts = defaultTimeouts,
  budget,
}: ResponderOptions): Responder {
  return async function* (input, signal) {
    const call: ModelCall = { instructions: systemPrompt(input, { notes, hints }), messages: promptMessages(input), maxTokens }
    const promptTokens = estimateTokens(JSON.stringify(call).length)
    const reservation = await reserveTokens(budget, promptTokens + maxTokens)
    let usedTokens = 0
    let lastError: ModelError | undefined
    try {
      for (const [index, endpoint] of models.entries()) {
        if (isCircuitOpen(endpoint, signal)) continue
        for (let attempts = 2; attempts > 0; attempts -= 1) {
          const stream = streamCompletion(endpoint, call, { signal, timeouts })
          try {
            const first = await stream.next()
            if (first.done) {
              recordSuccess(endpoint)
              usedTokens += first.value.prompt ?? promptTokens
              lastError = new ModelError('empty', 'the answer is empty')
              break
            }
            recordSuccess(endpoint)
            yield { type: 'model', name: endpoint.model }
            const onUsed = (prompt: number | null, answer: number) => {
              usedTokens += (prompt ?? promptTokens) + answer
            }
            const tokens = yield* readRest(first.value, stream, { maxTokens, onUsed })
            yield { type: 'done', tokens, origin: 'model' }
            return
          } catch (error) {
            if (signal.aborted || !(error instanceof ModelError) || error.hasPartialOutput) {
              recordInconclusive(endpoint, signal)
              // the endpoint has read the prompt: leaving before the first word must not be free
              usedTokens = Math.max(usedTokens, promptTokens)
              throw error
            }
            lastError = error
            if (error.isRequestError) recordInconclusive(endpoint, signal)
            else recordFailure(endpoint)
            log.warn({ err: error, endpoint: index + 1, problem: error.problem }, 'model call failed')
            if (!error.isTransient) break
          } finally {
            await stream.return(nothingReported)
          }
        }
      }
      throw lastError ?? new ModelError('resting', 'all circuit breakers are open')
    } finally {
      reservation?.settle(usedTokens)
    }
  }
}

async function reserveTokens(budget: TokenBudget | undefined, tokens: number): Promise<TokenReservation | null> {
  const reservation = (await budget?.reserve(tokens)) ?? null
  if (budget && !reservation) throw new ModelError('quota', 'the daily tokens left are too few for this call')
  return reservation
}

const nothingReported: ReportedTokens = { prompt: null, answer: null, hasThoughts: false }

interface RestOptions {
  maxTokens: number
  onUsed: (prompt: number | null, answer: number) => void
}

/**
 * Ends a text that is longer than `maxTokens` allow. Returns its tokens, at most `maxTokens`, and reports what the call used, even
 * if the stream breaks off.
 */
async function* readRest(
  first: CompletionPart,
  stream: ReturnType<typeof streamCompletion>,
  { maxTokens, onUsed }: RestOptions,
): AsyncGenerator<ResponsePart, number> {
  const maxLength = longestText(maxTokens)
  let [length, read] = [0, 0]
  let reported = nothingReported
  try {
    for (let part = first; ; ) {
      if (part.type === 'restart') {
        length = 0
        yield part
      } else {
        const text = part.text.slice(0, maxLength - length)
        length += text.length
        read += part.text.length
        yield { type: 'text', text }
      }
      if (length >= maxLength) return maxTokens
      const next = await stream.next()
      if (next.done) {
        reported = next.value
        const written = estimateTokens(length)
        // a report includes the thoughts that were removed from the text
        return Math.min(maxTokens, reported.hasThoughts ? written : (reported.answer ?? written))
      }
      part = next.value
    }
  } catch (error) {
    if (error instanceof ModelError) error.hasPartialOutput = true
    throw error
  } finally {
    onUsed(reported.prompt, reported.answer ?? estimateTokens(read))
  }
}
