import { isAboutOther } from '@duo/engine/distress/about-other.ts'
import { detectDistress } from '@duo/engine/distress/distress.ts'
import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { detectLanguage } from '@duo/engine/search/find-passages.ts'
import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { type Count, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import { consumeRateLimit, type RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { guide } from '#guide/rules.ts'
import { regionsOf } from '#safety/rules.ts'
import { helpText, type Speaker } from '#safety/server/help-text.ts'
import type { AskEvent } from '../../ask-schema.ts'
import { askLimit, guideLimit, maxReplyLength, maxReplyTokens, nextQuestions } from '../../rules.ts'
import type {
  AgentDirectory,
  HistoryMessage,
  ModelNotes,
  Persona,
  Responder,
  ResponderInput,
  ResponseOrigin,
} from '../agent-directory.ts'
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

/** A question to an agent of any kind. `language` is the page's. */
interface VisitorQuestion extends Pick<AskInput, 'question' | 'language' | 'notAboutMe'> {
  history: readonly HistoryMessage[]
}

/** A question that may be answered: help was not what it needed. */
export interface AcceptedQuestion extends Pick<ResponderInput, 'question' | 'history' | 'language'> {
  page: Locale
}

/** How one kind of agent takes a question. */
export interface AnsweringAgent {
  /** Who speaks in crisis help, which waits for no lookup of the agent. */
  speaker: Speaker
  /** Counts the question. Throws `too_many_requests`. */
  count: () => Promise<Count[]>
  /** Throws `not_found`. */
  find: (language: Locale) => Promise<Persona>
  chooseResponder: (agent: Persona, question: AcceptedQuestion) => Promise<Responder>
}

/**
 * Replies to a question of a visitor without an account; the guide also to those that follow on. Throws `not_found` and what
 * `answerQuestion` throws.
 */
export function ask(
  context: RequestContext,
  directory: AgentDirectory,
  input: AskInput,
  signal?: AbortSignal,
): Promise<AsyncGenerator<AskEvent>> {
  const { agent: slug, turns, ...question } = input
  const isGuide = slug === guide.slug
  const agents: VisitorAgents = isGuide ? guideAsAgent : directory
  const answering: AnsweringAgent = {
    speaker: isGuide ? 'program' : 'role',
    count: () => consumeRateLimit(context, isGuide ? guideLimit : askLimit),
    find: (language) => findAgent(context, agents, { slug, language }),
    chooseResponder: (agent, accepted) => chooseResponder(context, agents, { agent, ...accepted }),
  }
  return answerQuestion(context, answering, { ...question, history: isGuide ? turns.flatMap(toMessages) : [] }, signal)
}

/**
 * Answers a question, or shows crisis help, which comes before every limit. Stores nothing but the counters of limit and budget. Throws
 * `too_many_requests` before the stream begins. The stream throws `stream_replaced` when newer ones of the same network take its place.
 */
export async function answerQuestion(
  context: RequestContext,
  answering: AnsweringAgent,
  { question, language: page, notAboutMe, history }: VisitorQuestion,
  signal = new AbortController().signal,
): Promise<AsyncGenerator<AskEvent>> {
  const distress = notAboutMe ? null : detectDistress(question)
  const language = detectLanguage(question, history) ?? page
  const network = networkOf(context.clientAddress)
  if (distress?.level === 'certain') {
    const place = { locale: language, regions: regionsOf(context.acceptLanguage, language) }
    const text = helpText(distress.kind, place, { isAboutOther: isAboutOther(question), speaker: answering.speaker })
    return readAsNetwork(network, () => helpEvents(text, distress.kind))
  }
  const counts = await answering.count()
  try {
    const agent = await answering.find(language)
    const accepted = { question, history, language, page }
    const response = { agent, language, history, question, messageId: uuidv7(), hint: distress?.kind ?? null }
    const responder = await answering.chooseResponder(agent, accepted)
    return readAsNetwork(network, (end) => answerEvents(context, responder, response, AbortSignal.any([signal, end])))
  } catch (error) {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  }
}

export const toMessages = ({ question, answer }: AskInput['turns'][number]): HistoryMessage[] => [
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
  { agent, question, history, page }: AcceptedQuestion & { agent: Persona },
): Promise<Responder> {
  const { models, visitorBudget: budget } = context
  const visitor = { ...context, budget }
  const offline = agents.createOfflineResponder(visitor)
  if (models.length === 0 || budget.isSpent()) return offline
  const notes = await agents.findNotes(visitor, { agentId: agent.id, question, language: page, history })
  return modelOrOffline(visitor, notes, offline)
}

/** Asks the model; the offline engine replies if the model fails before its first word. `filter` sees the model's text only. */
export function modelOrOffline(
  { models, log, budget }: Pick<RequestContext, 'models' | 'log' | 'budget'>,
  notes: ModelNotes,
  offline: Responder,
  filter: (model: Responder) => Responder = (model) => model,
): Responder {
  const model = filter(createModelResponder({ models, log, ...notes, maxTokens: maxReplyTokens, budget }))
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
      else if (part.type === 'coverage' || part.type === 'unsupported') yield part
      else if (part.type === 'next' && (input.agent.isGuide || input.agent.isCreators))
        yield { type: 'next', questions: nextQuestions(part.questions) }
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
