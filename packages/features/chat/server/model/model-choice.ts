import { estimateTokens } from '@duo/platform/server/model.ts'
import { maxReplyTokens, nextQuestions } from '../../rules.ts'
import type { Source, Usage } from '../../schema.ts'
import type { AgentDirectory, ModelNotes, Note, Responder, ResponderInput, ResponsePart } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import { ModelError } from './model-client.ts'
import { createModelResponder } from './model-failover.ts'

interface ModelInput extends ModelNotes {
  maxTokens: number
  /** With the exchanges that got help, which the engine and the notes search never see. */
  modelHistory: ResponderInput['history']
}

/** Returns the model responder, or the offline engine if no model is configured or all circuit breakers are open. */
export function chooseResponder(
  context: ChatContext,
  agents: AgentDirectory,
  { notes, hints, maxTokens, modelHistory }: ModelInput,
): Responder {
  const { models, log, budget } = context
  const offline = agents.createOfflineResponder(context)
  if (models.length === 0) return offline
  const model = createModelResponder({ models, log, notes, hints, maxTokens, budget })
  return async function* (input, signal) {
    try {
      yield* withNextQuestions(context, agents, {
        input,
        hinted: hints.flatMap((place) => notes[place] ?? []),
        parts: model({ ...input, history: modelHistory }, signal),
      })
    } catch (error) {
      if (!(error instanceof ModelError) || error.problem !== 'resting') throw error
      yield { type: 'resting' }
      yield* offline(input, signal)
    }
  }
}

async function* withNextQuestions(
  { db, log }: ChatContext,
  agents: AgentDirectory,
  { input, hinted, parts }: { input: ResponderInput; hinted: readonly Note[]; parts: AsyncIterable<ResponsePart> },
): AsyncGenerator<ResponsePart> {
  const { agent, language, history, question, messageId } = input
  let sources: Source[] = []
  let answer = ''
  for await (const part of parts) {
    if (part.type === 'sources') sources = part.sources
    else if (part.type === 'text') answer += part.text
    else if (part.type === 'restart') answer = ''
    else if (part.type === 'done') {
      const near = hinted.filter(({ title }) => !sources.some((source) => source.title === title))
      try {
        const questions = await agents.nextQuestions(db, { agentId: agent.id, language, history, question, answer, near })
        yield { type: 'next', questions: [...questions, ...agent.starters] }
      } catch (err) {
        log.warn({ err, reply: messageId }, 'failed to find follow-up questions')
      }
    }
    yield part
  }
}

const remainingQuota = ({ used, limit }: Usage) => (limit === 'unlimited' ? Number.POSITIVE_INFINITY : Math.max(0, limit - used))

const minReplyTokens = 64

/** Returns what the plan leaves after the question, but at least 64. */
export const replyTokenLimit = (usage: Usage, question: string) =>
  Math.max(minReplyTokens, Math.min(maxReplyTokens, remainingQuota(usage) - estimateTokens(question.length)))

/** Returns the tokens charged for question and answer, at most what the plan had left. */
export const costOf = (usage: Usage, question: string, answerTokens: number) =>
  Math.min(remainingQuota(usage), estimateTokens(question.length) + answerTokens)

export const withoutPreviousQuestions = (
  questions: readonly string[],
  { history, question }: Pick<ResponderInput, 'history' | 'question'>,
) => {
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const previousQuestions = new Set(
    [question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain),
  )
  return nextQuestions(questions.filter((candidate) => !previousQuestions.has(plain(candidate))))
}
