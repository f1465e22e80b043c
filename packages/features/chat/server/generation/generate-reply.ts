import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { estimateTokens } from '@duo/platform/server/model.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { monthOf } from '#billing/rules.ts'
import { maxReplyLength, messagePreview, withoutCitations } from '../../rules.ts'
import type { ReplyFailure, Source, Usage } from '../../schema.ts'
import type { AgentDirectory, HistoryMessage, ModelNotes, NotesQuery, ResponseOrigin, ResponsePart } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import { withoutHelp } from '../help/assess-message.ts'
import { renderEndedReply } from '../markdown/reply-html.ts'
import { chooseResponder, costOf, replyTokenLimit, withoutPreviousQuestions } from '../model/model-choice.ts'
import { ModelError, problemOf } from '../model/model-client.ts'
import { type ReplyMaker, signReply } from '../provenance/sign-reply.ts'
import { finalizeRun, type ReplyResult } from '../streaming/run-queries.ts'
import { fallbackText } from './fallback-reply.ts'
import type { ReplyRun, StopReason } from './reply-run.ts'
import { waitForDatabase } from './wait-for-database.ts'

interface GenerationInput {
  agentId: string
  question: string
  recentHistory: readonly HistoryMessage[]
  replyId: string
  usage: Usage
  hint: HelpKind | null
}

async function retrieveNotes(
  context: Omit<ChatContext, 'user'>,
  agents: AgentDirectory,
  query: Pick<NotesQuery, 'agentId' | 'question' | 'history'>,
): Promise<ModelNotes> {
  const none = { notes: [], hints: [] }
  return context.models.length > 0 ? agents.findNotes(context, { ...query, language: context.locale }) : none
}

/** Runs in the background: do not await it. The run must be stored already. Never throws. */
export async function generateReply(context: ChatContext, agents: AgentDirectory, input: GenerationInput): Promise<void> {
  const { db, replyStreams, user } = context
  const { replyId: id, usage } = input
  const run = replyStreams.open({ id, ownerId: user.id })
  try {
    const maker: ReplyMaker = { agent: null, model: null }
    const result = await consumeGeneration(context, agents, input, run, maker)
    const provenance = await signReply(context, { id, text: result.content, origin: result.origin, at: new Date(), ...maker })
    const preview = messagePreview(withoutCitations(result.content))
    const limit = usage.limit === 'unlimited' ? null : usage.limit
    const ids = { id, processId: replyStreams.processId }
    let isOwner = false
    await run.finish(async () => {
      isOwner = await finalizeRun(db, { ...ids, month: monthOf(new Date()), limit, preview, provenance }, result)
      return isOwner
    })
    if (isOwner) await renderEndedReply(context, { id, ...result })
  } catch (error) {
    await run.release(error)
  }
}

async function prepareGeneration(
  context: ChatContext,
  agents: AgentDirectory,
  { agentId, question, recentHistory, replyId, usage, hint }: GenerationInput,
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
  const modelHistory = recentHistory.toReversed()
  const responder = chooseResponder(context, agents, { ...notes, maxTokens: replyTokenLimit(usage, question), modelHistory })
  const respond = (signal: AbortSignal) => responder({ agent, language, history, question, messageId: replyId, hint }, signal)
  return { page: locale, language, lines: agent.lines, history, respond, agent }
}

/** What is known of a reply so far, for its end. */
interface Progress {
  fallbackOptions: FallbackOptions
  sources: Source[]
  next: string[]
  isResting: boolean
}

async function consumeGeneration(
  context: ChatContext,
  agents: AgentDirectory,
  input: GenerationInput,
  run: ReplyRun,
  maker: ReplyMaker,
): Promise<ReplyResult> {
  const fallbackOptions = { page: context.locale, language: context.locale, lines: [] }
  const progress: Progress = { fallbackOptions, sources: [], next: [], isResting: false }
  const hasNoText = () => run.text() === ''
  try {
    return await waitForDatabase(() => attempt(context, agents, input, { run, maker, progress }), hasNoText, run.signal)
  } catch (error) {
    const { sources, isResting } = progress
    const origin = hasNoText() ? null : originOf(context, isResting)
    if (run.signal.aborted) return abortedResult(input, run, { origin, sources })
    const problem = problemOf(error)
    context.log.warn({ err: error, reply: input.replyId, problem }, 'reply generation failed')
    if (origin === null) return fallback(progress.fallbackOptions, problem)
    return { content: run.text(), status: 'failed', origin, problem, sources, next: [], tokens: null }
  }
}

async function attempt(
  context: ChatContext,
  agents: AgentDirectory,
  input: GenerationInput,
  { run, maker, progress }: { run: ReplyRun; maker: ReplyMaker; progress: Progress },
): Promise<ReplyResult> {
  const { question } = input
  const generation = await prepareGeneration(context, agents, input)
  progress.fallbackOptions = generation
  maker.agent = generation.agent
  const completed = (end: Pick<CompletedInput, 'tokens' | 'origin'>) =>
    completedResult(input, run, { ...progress.fallbackOptions, ...end, ...progress })
  for await (const part of generation.respond(run.signal)) {
    if (part.type === 'text') run.append(part.text.slice(0, maxReplyLength - run.text().length))
    else if (part.type === 'restart') run.restart()
    else if (part.type === 'sources') progress.sources = part.sources
    else if (part.type === 'next')
      progress.next = withoutPreviousQuestions(part.questions, { history: generation.history, question })
    else if (part.type === 'resting') progress.isResting = true
    else if (part.type === 'model') maker.model = part.name
    else if (part.type === 'done') return completed(part)
    if (run.text().length >= maxReplyLength) break
  }
  return completed({ tokens: estimateTokens(run.text().length), origin: originOf(context, progress.isResting) })
}

const originOf = ({ models }: ChatContext, isResting: boolean): ResponseOrigin =>
  models.length > 0 && !isResting ? 'model' : 'offline'

interface FallbackOptions {
  page: Locale
  language: Locale
  lines: readonly string[]
}

interface CompletedInput extends Omit<ResponsePart & { type: 'done' }, 'type'>, FallbackOptions {
  isResting: boolean
  sources: Source[]
  next: string[]
}

function completedResult(
  { question, usage }: GenerationInput,
  run: ReplyRun,
  { origin, isResting, sources, next, ...rest }: CompletedInput,
): ReplyResult {
  const content = run.text()
  if (content.trim() === '') return fallback(rest, 'empty')
  const tokens = origin === 'model' ? costOf(usage, question, rest.tokens) : null
  return { content, status: 'done', origin, problem: isResting ? 'resting' : null, sources, next, tokens }
}

/** Charges a reply that the user stopped for what was written. One interrupted by the server is free. */
function abortedResult(
  { question, usage }: GenerationInput,
  run: ReplyRun,
  { origin, sources }: Pick<ReplyResult, 'origin' | 'sources'>,
): ReplyResult {
  const content = run.text()
  const isStopped = (run.signal.reason as StopReason) === 'stopped'
  const tokens = isStopped && origin === 'model' ? costOf(usage, question, estimateTokens(content.length)) : null
  return { content, status: isStopped ? 'stopped' : 'interrupted', origin, problem: null, sources, next: [], tokens }
}

function fallback({ page, language, lines }: FallbackOptions, problem: ReplyFailure): ReplyResult {
  const content = fallbackText(problem, { page, spoken: language }, lines)
  return { content, status: 'done', origin: 'fallback', problem, sources: [], next: [], tokens: null }
}
