import type { ModelEndpoint } from '@duo/platform/server/desk.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Answerer, Note } from './answerer-service.ts'
import { failed, leftAlone, succeeded, toldNothing } from './breaker-service.ts'
import { AnswerFailed, callModel, type ModelCall, type Patience, usualPatience } from './gateway.ts'
import { instructionsFor, messagesFor } from './prompt-service.ts'

interface Answering {
  /** In the order in which they are asked. */
  models: readonly ModelEndpoint[]
  log: Logger
  notes: readonly Note[]
  maxTokens: number
  patience?: Patience
}

/**
 * Answers through a model. Before its first token a call that failed by chance is made once more, and then the next endpoint is asked;
 * after it nothing can be asked anew, because people have read the beginning.
 */
export function modelAnswer({ models, log, notes, maxTokens, patience = usualPatience }: Answering): Answerer {
  return async function* (asked, signal) {
    const call: ModelCall = { instructions: instructionsFor(asked, notes), messages: messagesFor(asked), maxTokens }
    let last: AnswerFailed | undefined
    for (const [index, endpoint] of models.entries()) {
      const alone = leftAlone(endpoint, signal)
      if (alone) {
        last = new AnswerFailed(alone, 'the endpoint is left alone for a while')
        continue
      }
      for (let tries = 2; tries > 0; tries -= 1) {
        const answer = callModel(endpoint, call, { signal, patience })
        try {
          const first = await answer.next()
          if (first.done) {
            succeeded(endpoint)
            last = new AnswerFailed('empty', 'the answer is empty')
            break
          }
          succeeded(endpoint)
          if (notes.length > 0) yield { type: 'sources', sources: notes.map(({ title, source }) => ({ title, source })) }
          const tokens = yield* rest(first.value, answer)
          yield { type: 'done', tokens, origin: 'model' }
          return
        } catch (error) {
          if (signal.aborted || !(error instanceof AnswerFailed) || error.begun) {
            toldNothing(endpoint, signal)
            throw error
          }
          last = error
          // an endpoint that refuses this request may take the next one
          if (error.aboutRequest) toldNothing(endpoint, signal)
          else failed(endpoint, error.problem)
          log.warn({ err: error, endpoint: index + 1, problem: error.problem }, 'a model did not answer')
          if (!error.transient) break
        } finally {
          // also when whoever reads leaves before the end
          await answer.return(null)
        }
      }
    }
    throw last ?? new AnswerFailed('other', 'no endpoint may be asked now')
  }
}

/** The text of an answer that has begun, and its tokens. What fails now says so. */
async function* rest(first: string, answer: ReturnType<typeof callModel>) {
  let length = first.length
  yield { type: 'text' as const, text: first }
  try {
    for (;;) {
      const part = await answer.next()
      if (part.done) return part.value ?? Math.ceil(length / 4)
      length += part.value.length
      yield { type: 'text' as const, text: part.value }
    }
  } catch (error) {
    if (error instanceof AnswerFailed) error.begun = true
    throw error
  }
}
