import { m } from '@duo/platform/i18n/messages.ts'
import { isCircuitOpen, recordFailure, recordInconclusive, recordSuccess } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { estimateTokens, type ModelEndpoint, type TokenBudget, type TokenReservation } from '@duo/platform/server/model.ts'
import type { ModelNotes, Note, Responder, ResponderInput, ResponsePart } from '../agent-directory.ts'
import { createCitationFilter } from './citations.ts'
import { defaultTimeouts, type ModelCall, ModelError, type ModelTimeouts, streamCompletion } from './model-client.ts'
import { leakFilterFor, promptMessages, systemPrompt } from './prompt.ts'

interface ResponderOptions extends ModelNotes {
  models: readonly ModelEndpoint[]
  log: Logger
  maxTokens: number
  timeouts?: ModelTimeouts
  budget?: TokenBudget
}

/** Retries transient failures once, then tries the next endpoint. Nothing is retried after the first token is shown. */
export function createModelResponder(options: ResponderOptions): Responder {
  const respond = createFailoverResponder(options)
  return (input, signal) => withCitations(withoutInstructions(respond(input, signal), input, options.notes), options.notes)
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
              lastError = new ModelError('empty', 'the answer is empty')
              break
            }
            recordSuccess(endpoint)
            usedTokens = promptTokens
            yield { type: 'model', name: endpoint.model }
            const onUsed = (tokens: number) => {
              usedTokens += tokens
            }
            const tokens = yield* readRest(first.value, stream, onUsed)
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
            await stream.return(null)
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

/** Reports the tokens of the answer, even if the stream breaks off. */
async function* readRest(first: string, stream: ReturnType<typeof streamCompletion>, onUsed: (tokens: number) => void) {
  let length = first.length
  let tokens: number | null = null
  try {
    yield { type: 'text' as const, text: first }
    for (;;) {
      const part = await stream.next()
      if (part.done) {
        tokens = part.value
        return tokens ?? estimateTokens(length)
      }
      length += part.value.length
      yield { type: 'text' as const, text: part.value }
    }
  } catch (error) {
    if (error instanceof ModelError) error.hasPartialOutput = true
    throw error
  } finally {
    onUsed(tokens ?? estimateTokens(length))
  }
}

/** Cuts an answer where it starts to repeat its instructions, appends a fixed sentence and aborts the call. */
async function* withoutInstructions(
  parts: AsyncIterable<ResponsePart>,
  input: ResponderInput,
  notes: readonly Note[],
): AsyncGenerator<ResponsePart> {
  const filter = leakFilterFor(input, notes)
  let length = 0
  let isEmpty = true
  const text = (shown: string): ResponsePart[] => {
    if (shown === '') return []
    isEmpty = false
    return [{ type: 'text', text: shown }]
  }
  try {
    for await (const part of parts) {
      if (part.type === 'done') {
        yield* text(filter.end())
        yield part
      } else if (part.type !== 'text') yield part
      else {
        length += part.text.length
        const { text: shown, hasLeak } = filter.add(part.text)
        yield* text(shown)
        if (!hasLeak) continue
        const refusal = m.chat_reply_instructions({}, { locale: input.language })
        yield { type: 'text', text: isEmpty ? refusal : `\n\n${refusal}` }
        yield { type: 'done', tokens: estimateTokens(length), origin: 'model' }
        return
      }
    }
  } catch (error) {
    yield* text(filter.end())
    throw error
  }
}

async function* withCitations(parts: AsyncIterable<ResponsePart>, notes: readonly Note[]): AsyncGenerator<ResponsePart> {
  const filter = createCitationFilter(notes.length)
  const toParts = ({ text, isNew }: ReturnType<typeof filter.add>): ResponsePart[] => {
    const sources = filter.cited().flatMap((index) => notes[index] ?? [])
    return [
      ...(isNew
        ? [{ type: 'sources' as const, sources: sources.map(({ title, source, text }) => ({ title, source, text })) }]
        : []),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ]
  }
  try {
    for await (const part of parts) {
      if (part.type === 'text') yield* toParts(filter.add(part.text))
      else {
        yield* toParts(filter.end())
        yield part
      }
    }
  } catch (error) {
    yield* toParts(filter.end())
    throw error
  }
}
