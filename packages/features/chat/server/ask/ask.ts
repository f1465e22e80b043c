import { detectDistress } from '@duo/engine/distress/distress.ts'
import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import { consumeRateLimit, type RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { guide } from '#guide/rules.ts'
import { regionsOf } from '#safety/rules.ts'
import { helpText } from '#safety/server/help-text.ts'
import type { AskEvent } from '../../ask-schema.ts'
import { askLimit, guideLimit, maxReplyLength, maxReplyTokens, nextQuestions } from '../../rules.ts'
import type { AgentDirectory, HistoryMessage, Persona, Responder, ResponderInput, ResponseOrigin } from '../agent-directory.ts'
import { ModelError, problemOf } from '../model/model-client.ts'
import { createModelResponder } from '../model/model-failover.ts'
import { signReply } from '../provenance/sign-reply.ts'
import { readAsNetwork } from '../readers/stream-readers.ts'
import { guideAsAgent, type VisitorAgents, withPageNames } from './guide-agent.ts'

interface AskInput {
  agent: string
  question: string
  language: Locale
  notAboutMe: boolean
  turns: readonly { question: string; answer: string }[]
}

/**
 * Replies to a question of a visitor without an account; the guide also to those that follow on. Stores nothing but the counters of limit and budget. Crisis help
 * comes before every limit. Throws `too_many_requests` and `not_found` before the stream begins. The stream throws
 * `stream_replaced` when newer ones of the same network take its place.
 */
export async function ask(
  context: RequestContext,
  directory: AgentDirectory,
  input: AskInput,
  signal = new AbortController().signal,
): Promise<AsyncGenerator<AskEvent>> {
  const { agent: slug, question, language: page, notAboutMe, turns } = input
  const isGuide = slug === guide.slug
  const agents: VisitorAgents = isGuide ? guideAsAgent : directory
  const history = isGuide ? turns.flatMap(toMessages) : []
  const distress = notAboutMe ? null : detectDistress(question)
  const language = directory.detectLanguage({ question, history, page })
  const network = networkOf(context.clientAddress)
  if (distress?.level === 'certain') {
    const text = helpText(distress.kind, { locale: language, regions: regionsOf(context.acceptLanguage, language) })
    return readAsNetwork(network, () => helpEvents(text, distress.kind))
  }
  const counts = await consumeRateLimit(context, isGuide ? guideLimit : askLimit)
  try {
    const agent = await findAgent(context, agents, { slug, language })
    const response = { agent, language, history, question, messageId: uuidv7(), hint: distress?.kind ?? null }
    const responder = await chooseResponder(context, agents, { ...response, page })
    return readAsNetwork(network, (end) => answerEvents(context, responder, response, AbortSignal.any([signal, end])))
  } catch (error) {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  }
}

const toMessages = ({ question, answer }: AskInput['turns'][number]): HistoryMessage[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

async function* helpEvents(text: string, help: HelpKind): AsyncGenerator<AskEvent> {
  yield { type: 'text', text }
  yield { type: 'end', origin: 'help', help }
}

async function findAgent(
  { db }: RequestContext,
  agents: VisitorAgents,
  { slug, language }: { slug: string; language: Locale },
): Promise<Persona> {
  const id = await agents.findListedAgentId(db, slug)
  const agent = id && (await agents.findPersona(db, { id, language }))
  if (!agent) throw new AppError('not_found')
  return agent
}

async function chooseResponder(
  context: RequestContext,
  agents: VisitorAgents,
  { agent, question, history, page }: Pick<ResponderInput, 'agent' | 'question' | 'history'> & { page: Locale },
): Promise<Responder> {
  const { models, log, visitorBudget: budget } = context
  const visitor = { ...context, budget }
  const offline = agents.createOfflineResponder(visitor)
  if (models.length === 0 || budget.isSpent()) return offline
  const notes = await agents.findNotes(visitor, { agentId: agent.id, question, language: page, history })
  const model = createModelResponder({ models, log, ...notes, maxTokens: maxReplyTokens, budget })
  return async function* (input, signal) {
    let hasText = false
    try {
      for await (const part of model(input, signal)) {
        if (part.type === 'text' && part.text.trim() !== '') hasText = true
        yield part
      }
    } catch (error) {
      if (signal.aborted || hasText || !(error instanceof ModelError)) throw error
      yield* offline(input, signal)
    }
  }
}

async function* answerEvents(
  context: RequestContext,
  respond: Responder,
  input: ResponderInput,
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const { log, requestId, models } = context
  let [text, model]: [string, string | null] = ['', null]
  const end = async (origin: ResponseOrigin): Promise<AskEvent> => {
    const reply = { id: input.messageId, text, origin, agent: input.agent, model, at: new Date() }
    const provenance = await signReply(context, reply)
    return { type: 'end', origin, ...(input.hint && { help: input.hint }), ...(provenance !== null && { provenance }) }
  }
  try {
    for await (const part of respond(input, signal)) {
      if (part.type === 'text') {
        text += part.text
        yield part
      } else if (part.type === 'restart') {
        text = ''
        yield part
      } else if (part.type === 'sources') yield input.agent.isGuide ? withPageNames(part, input.language) : part
      else if (part.type === 'next' && input.agent.isGuide) yield { type: 'next', questions: nextQuestions(part.questions) }
      else if (part.type === 'model') model = part.name
      else if (part.type === 'done') {
        yield await end(part.origin)
        return
      }
      if (text.length > maxReplyLength) break
    }
    yield await end(models.length > 0 ? 'model' : 'offline')
  } catch (error) {
    if (signal.aborted) return
    log.warn({ err: error, requestId, problem: problemOf(error) }, 'answer to a visitor broke off')
    yield { type: 'end', origin: null }
  }
}
