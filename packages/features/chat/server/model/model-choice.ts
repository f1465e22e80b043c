import { estimatedTokens, maxReplyTokens, nextQuestions } from '../../rules.ts'
import type { Source, Usage } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import type { AgentDirectory, Note, Responder, ResponderInput, ResponsePart } from '../responder.ts'
import { ModelError } from './model-client.ts'
import { createModelResponder } from './model-failover.ts'

/**
 * Returns who answers a question: the models, or the notes (the embedded engine) where there is no model or every endpoint is left alone.
 * `notes` are those found for the question.
 */
export function chooseResponder(
  context: ChatContext,
  agents: AgentDirectory,
  { notes, maxTokens }: { notes: readonly Note[]; maxTokens: number },
): Responder {
  const { models, log, budget } = context
  const offline = agents.createOfflineResponder(context)
  if (models.length === 0) return offline
  const model = createModelResponder({ models, log, notes, maxTokens, budget })
  return async function* (input, signal) {
    try {
      yield* withNextQuestions(context, agents, { input, notes, parts: model(input, signal) })
    } catch (error) {
      if (!(error instanceof ModelError) || error.problem !== 'resting') throw error
      yield { type: 'resting' }
      yield* offline(input, signal)
    }
  }
}

/** A model's answer with the questions that lead on from it, from the notes that it did not cite. */
async function* withNextQuestions(
  { db, log }: ChatContext,
  agents: AgentDirectory,
  { input, notes, parts }: { input: ResponderInput; notes: readonly Note[]; parts: AsyncIterable<ResponsePart> },
): AsyncGenerator<ResponsePart> {
  const { agent, language, history, question, messageId } = input
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
const remainingQuota = ({ used, limit }: Usage) => (limit === 'unlimited' ? Number.POSITIVE_INFINITY : Math.max(0, limit - used))

/** The shortest that the last answer of a month may be cut to: a sentence or two. */
const minAnswerTokens = 64

/** How many tokens a reply may have: what the plan has left after the question. */
export const remainingTokens = (usage: Usage, question: string) =>
  Math.max(minAnswerTokens, Math.min(maxReplyTokens, remainingQuota(usage) - estimatedTokens(question)))

/** What question and answer count against the plan: never more than it had left. */
export const costOf = (usage: Usage, question: string, answerTokens: number) =>
  Math.min(remainingQuota(usage), estimatedTokens(question) + answerTokens)

/** Questions that were not asked yet, as a reply stores them. */
export const withoutAskedQuestions = (
  questions: readonly string[],
  { history, question }: Pick<ResponderInput, 'history' | 'question'>,
) => {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const askedQuestions = new Set(
    [question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain),
  )
  return nextQuestions(questions.filter((candidate) => !askedQuestions.has(plain(candidate))))
}
