import { estimateTokens, type ReplyWriter, type StopReason } from '@duo/platform/server/reply-streams.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { monthOf } from '../../../billing/rules.ts'
import { maxNotes, maxReplyLength, messagePreview, withoutCitations } from '../../rules.ts'
import type { ReplyFailure, Source, Usage } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import { withoutHelp } from '../help/crisis-help.ts'
import { chooseResponder, costOf, remainingTokens, withoutPreviousQuestions } from '../model/model-choice.ts'
import { ModelError, problemOf } from '../model/model-client.ts'
import type { AgentDirectory, HistoryMessage, Note, NotesQuery, ResponseOrigin, ResponsePart } from '../responder.ts'
import { finalizeRun, type ReplyResult } from '../streaming/run-queries.ts'
import { fallbackText } from './fallback-reply.ts'

interface GenerationInput {
  agentId: string
  question: string
  recentHistory: readonly HistoryMessage[]
  replyId: string
  usage: Usage
}

async function retrieveNotes(
  context: Omit<ChatContext, 'user'>,
  agents: AgentDirectory,
  query: Pick<NotesQuery, 'agentId' | 'question' | 'history'>,
): Promise<Note[]> {
  return context.models.length > 0 ? agents.findNotes(context, { ...query, language: context.locale, limit: maxNotes }) : []
}

/** Generates a reply in the background. The run must be stored already. */
export function runGeneration(context: ChatContext, agents: AgentDirectory, input: GenerationInput): void {
  const { db, replyStreams, log, user } = context
  const { replyId: id, usage } = input
  replyStreams.start(
    { id, ownerId: user.id },
    (writer, signal) => consumeGeneration(context, agents, input, writer, signal),
    async (result) => {
      const last = messagePreview(withoutCitations(result.content))
      const limit = usage.limit === 'unlimited' ? null : usage.limit
      const run = { id, processId: replyStreams.processId, month: monthOf(new Date()), limit, last }
      if (!(await finalizeRun(db, run, result))) log.warn({ reply: id, user: user.id }, 'a reply was not this process’s any more')
    },
  )
}

async function prepareGeneration(
  context: ChatContext,
  agents: AgentDirectory,
  { agentId, question, recentHistory, replyId, usage }: GenerationInput,
) {
  const { db, locale } = context
  const history = withoutHelp(recentHistory).toReversed()
  const language = agents.detectLanguage({ question, history, page: locale })
  if (context.models.length > 0 && context.budget.isSpent()) throw new ModelError('quota', 'the daily token budget is spent')
  const [agent, notes] = await Promise.all([
    agents.findPersona(db, { id: agentId, language }),
    retrieveNotes(context, agents, { agentId, question, history }),
  ])
  if (!agent) throw new ModelError('other', 'the agent has no text in this language')
  const responder = chooseResponder(context, agents, { notes, maxTokens: remainingTokens(usage, question) })
  const respond = (signal: AbortSignal) => responder({ agent, language, history, question, messageId: replyId }, signal)
  return { language, lines: agent.lines, history, respond }
}

/** Never throws: a failure becomes the text of the reply. */
async function consumeGeneration(
  context: ChatContext,
  agents: AgentDirectory,
  input: GenerationInput,
  writer: ReplyWriter,
  signal: AbortSignal,
): Promise<ReplyResult> {
  const { replyId, question } = input
  let fallbackOptions: { language: Locale; lines: readonly string[] } = { language: context.locale, lines: [] }
  let sources: Source[] = []
  let next: string[] = []
  let isResting = false
  try {
    const generation = await prepareGeneration(context, agents, input)
    fallbackOptions = generation
    for await (const part of generation.respond(signal)) {
      if (part.type === 'text') writer.append(part.text)
      else if (part.type === 'sources') sources = part.sources
      else if (part.type === 'next') next = withoutPreviousQuestions(part.questions, { history: generation.history, question })
      else if (part.type === 'resting') isResting = true
      else return completedResult(input, writer, { ...fallbackOptions, ...part, isResting, sources, next })
      if (writer.text().length > maxReplyLength) break
    }
    const estimate = { tokens: estimateTokens(writer.text().length), origin: originOf(context, isResting) }
    return completedResult(input, writer, { ...fallbackOptions, ...estimate, isResting, sources, next })
  } catch (error) {
    const origin = writer.text() === '' ? null : originOf(context, isResting)
    if (signal.aborted) return abortedResult(input, writer, signal.reason as StopReason, { origin, sources })
    const problem = problemOf(error)
    context.log.warn({ err: error, reply: replyId, problem }, 'reply generation failed')
    if (origin === null) return fallback(fallbackOptions, problem)
    return { content: writer.text(), status: 'failed', origin, problem, sources, next: [], tokens: null }
  }
}

const originOf = ({ models }: ChatContext, isResting: boolean): ResponseOrigin =>
  models.length > 0 && !isResting ? 'model' : 'offline'

interface CompletedInput extends Omit<ResponsePart & { type: 'done' }, 'type'> {
  language: Locale
  lines: readonly string[]
  isResting: boolean
  sources: Source[]
  next: string[]
}

function completedResult(
  { question, usage }: GenerationInput,
  writer: ReplyWriter,
  { origin, isResting, sources, next, ...rest }: CompletedInput,
): ReplyResult {
  const content = writer.text()
  if (content.trim() === '') return fallback(rest, 'empty')
  const tokens = origin === 'model' ? costOf(usage, question, rest.tokens) : null
  return { content, status: 'done', origin, problem: isResting ? 'resting' : null, sources, next, tokens }
}

/** Charges a reply that the user stopped for what was written. One interrupted by the server is free. */
function abortedResult(
  { question, usage }: GenerationInput,
  writer: ReplyWriter,
  reason: StopReason,
  { origin, sources }: Pick<ReplyResult, 'origin' | 'sources'>,
): ReplyResult {
  const content = writer.text()
  const isStopped = reason === 'stopped'
  const tokens = isStopped && origin === 'model' ? costOf(usage, question, estimateTokens(content.length)) : null
  return { content, status: isStopped ? 'stopped' : 'interrupted', origin, problem: null, sources, next: [], tokens }
}

function fallback({ lines, language }: { lines: readonly string[]; language: Locale }, problem: ReplyFailure): ReplyResult {
  const content = fallbackText(problem, language, lines)
  return { content, status: 'done', origin: 'fallback', problem, sources: [], next: [], tokens: null }
}
