import { m } from '@duo/platform/i18n/messages.ts'
import { failed, isLeftAlone, succeeded, toldNothing } from '@duo/platform/server/endpoint-breaker.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { ModelEndpoint, TokenBudget } from '@duo/platform/server/reply-streams.ts'
import { estimatedTokens } from '../../rules.ts'
import { instructionsFor, leakFilterFor, messagesFor } from '../generation/prompt.ts'
import type { Answerer, AnswerPart, Asked, Note } from '../responder.ts'
import { createCitationFilter } from './citations.ts'
import { AnswerFailed, callModel, type ModelCall, type Patience, usualPatience } from './model-client.ts'

interface Answering {
  /** In the order in which they are asked. */
  models: readonly ModelEndpoint[]
  log: Logger
  notes: readonly Note[]
  maxTokens: number
  patience?: Patience
  budget?: TokenBudget
}

/**
 * Answers through a model. Before its first token a call that failed by chance is made once more, and then the next endpoint is asked;
 * after it nothing can be asked anew, because people have read the beginning.
 */
export function modelAnswer(answering: Answering): Answerer {
  const answer = firstToAnswer(answering)
  return (asked, signal) => withCitations(withoutInstructions(answer(asked, signal), asked, answering.notes), answering.notes)
}

function firstToAnswer({ models, log, notes, maxTokens, patience = usualPatience, budget }: Answering): Answerer {
  return async function* (asked, signal) {
    const call: ModelCall = { instructions: instructionsFor(asked, notes), messages: messagesFor(asked), maxTokens }
    let last: AnswerFailed | undefined
    for (const [index, endpoint] of models.entries()) {
      if (isLeftAlone(endpoint, signal)) continue
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
          budget?.spend(estimatedTokens(JSON.stringify(call)))
          const tokens = yield* rest(first.value, answer, budget)
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
          else failed(endpoint)
          log.warn({ err: error, endpoint: index + 1, problem: error.problem }, 'a model did not answer')
          if (!error.transient) break
        } finally {
          // also when whoever reads leaves before the end
          await answer.return(null)
        }
      }
    }
    throw last ?? new AnswerFailed('resting', 'no endpoint may be asked now')
  }
}

/** The text of an answer that has begun, and its tokens. What fails now says so. Whatever was read is spent, also when it is broken off. */
async function* rest(first: string, answer: ReturnType<typeof callModel>, budget?: TokenBudget) {
  let length = first.length
  let tokens: number | null = null
  try {
    yield { type: 'text' as const, text: first }
    for (;;) {
      const part = await answer.next()
      if (part.done) {
        tokens = part.value
        return tokens ?? Math.ceil(length / 4)
      }
      length += part.value.length
      yield { type: 'text' as const, text: part.value }
    }
  } catch (error) {
    if (error instanceof AnswerFailed) error.begun = true
    throw error
  } finally {
    budget?.spend(tokens ?? Math.ceil(length / 4))
  }
}

/** An answer that is cut where it begins to repeat its instructions, with a sentence in place of the rest. The model is then hung up on. */
async function* withoutInstructions(
  parts: AsyncIterable<AnswerPart>,
  asked: Asked,
  notes: readonly Note[],
): AsyncGenerator<AnswerPart> {
  const filter = leakFilterFor(asked, notes)
  let length = 0
  let isEmpty = true
  const text = (shown: string): AnswerPart[] => {
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
        const { text: shown, leaks } = filter.add(part.text)
        yield* text(shown)
        if (!leaks) continue
        const refusal = m.chat_reply_instructions({}, { locale: asked.language })
        yield { type: 'text', text: isEmpty ? refusal : `\n\n${refusal}` }
        yield { type: 'done', tokens: Math.ceil(length / 4), origin: 'model' }
        return
      }
    }
  } catch (error) {
    yield* text(filter.end())
    throw error
  }
}

/** An answer whose sources are the notes that it cites, each told before the citation is shown. */
async function* withCitations(parts: AsyncIterable<AnswerPart>, notes: readonly Note[]): AsyncGenerator<AnswerPart> {
  const filter = createCitationFilter(notes.length)
  const shown = ({ text, isNew }: ReturnType<typeof filter.add>): AnswerPart[] => {
    const sources = filter.cited().flatMap((index) => notes[index] ?? [])
    return [
      ...(isNew ? [{ type: 'sources' as const, sources: sources.map(({ title, source }) => ({ title, source })) }] : []),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ]
  }
  try {
    for await (const part of parts) {
      if (part.type === 'text') yield* shown(filter.add(part.text))
      else {
        yield* shown(filter.end())
        yield part
      }
    }
  } catch (error) {
    yield* shown(filter.end())
    throw error
  }
}
