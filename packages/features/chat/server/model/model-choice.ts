import { estimatedTokens, nextQuestions, replyTokensAtMost } from '../../rules.ts'
import type { Source, Usage } from '../../schema.ts'
import type { ChatWorld } from '../context.ts'
import type { Agents, Answerer, AnswerPart, Asked, Note } from '../responder.ts'
import { AnswerFailed } from './model-client.ts'
import { modelAnswer } from './model-failover.ts'

/**
 * Returns who answers a question: the models, or the notes (the embedded engine) where there is no model or every endpoint is left alone.
 * `notes` are those found for the question.
 */
export function answererOf(
  world: ChatWorld,
  agents: Agents,
  { notes, maxTokens }: { notes: readonly Note[]; maxTokens: number },
): Answerer {
  const { models, log, budget } = world
  const offline = agents.offlineAnswer(world)
  if (models.length === 0) return offline
  const model = modelAnswer({ models, log, notes, maxTokens, budget })
  return async function* (asked, signal) {
    try {
      yield* leadingOn(world, agents, { asked, notes, parts: model(asked, signal) })
    } catch (error) {
      if (!(error instanceof AnswerFailed) || error.problem !== 'resting') throw error
      yield { type: 'resting' }
      yield* offline(asked, signal)
    }
  }
}

/** A model's answer with the questions that lead on from it, from the notes that it did not cite. */
async function* leadingOn(
  { db, log }: ChatWorld,
  agents: Agents,
  { asked, notes, parts }: { asked: Asked; notes: readonly Note[]; parts: AsyncIterable<AnswerPart> },
): AsyncGenerator<AnswerPart> {
  const { agent, language, history, question, messageId } = asked
  let sources: Source[] = []
  let answer = ''
  for await (const part of parts) {
    if (part.type === 'sources') sources = part.sources
    else if (part.type === 'text') answer += part.text
    else if (part.type === 'done') {
      const near = notes.filter(({ title }) => !sources.some((source) => source.title === title))
      try {
        const questions = await agents.nextQuestions(db, { agentId: agent.id, language, history, question, answer, near })
        // where its notes lead nowhere, what one could have begun with
        yield { type: 'next', questions: [...questions, ...agent.starters] }
      } catch (err) {
        // an answer without them is whole all the same
        log.warn({ err, reply: messageId }, 'no questions that lead on were found')
      }
    }
    yield part
  }
}

/** The tokens of a plan that are left in this month. */
const leftOf = ({ used, limit }: Usage) => (limit === 'unlimited' ? Number.POSITIVE_INFINITY : Math.max(0, limit - used))

/** The shortest that the last answer of a month may be cut to: a sentence or two. */
const lastAnswerTokens = 64

/** How many tokens a reply may have: what the plan has left after the question. */
export const tokensLeft = (usage: Usage, question: string) =>
  Math.max(lastAnswerTokens, Math.min(replyTokensAtMost, leftOf(usage) - estimatedTokens(question)))

/** What question and answer count against the plan: never more than it had left. */
export const costOf = (usage: Usage, question: string, answerTokens: number) =>
  Math.min(leftOf(usage), estimatedTokens(question) + answerTokens)

/** Questions that were not asked yet, as a reply stores them. */
export const unasked = (questions: readonly string[], { history, question }: Pick<Asked, 'history' | 'question'>) => {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const asked = new Set([question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain))
  return nextQuestions(questions.filter((one) => !asked.has(plain(one))))
}
