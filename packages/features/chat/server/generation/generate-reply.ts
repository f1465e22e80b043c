import type { Pen, StopReason } from '@duo/platform/server/reply-streams.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { monthOf } from '../../../billing/rules.ts'
import { beginning, estimatedTokens, notesAtMost, replyLengthAtMost, withoutCitations } from '../../rules.ts'
import type { Problem, Source, Usage } from '../../schema.ts'
import type { ChatWorld } from '../context.ts'
import { withoutHelp } from '../help/crisis-help.ts'
import { answererOf, costOf, tokensLeft, unasked } from '../model/model-choice.ts'
import { AnswerFailed, problemOf } from '../model/model-client.ts'
import type { Agents, AnswerOrigin, AnswerPart, Note, NotesAsked, Turn } from '../responder.ts'
import { type Ending, endRun } from '../streaming/run-queries.ts'
import { failureText } from './fallback-reply.ts'

interface Asked {
  agentId: string
  question: string
  /** Newest first. */
  turns: readonly Turn[]
  replyId: string
  usage: Usage
}

/** What an agent's notes hold about a question, for a model; the embedded engine looks itself. */
async function lookUp(
  world: Omit<ChatWorld, 'user'>,
  agents: Agents,
  asked: Pick<NotesAsked, 'agentId' | 'question' | 'history'>,
): Promise<Note[]> {
  return world.models.length > 0 ? agents.findNotes(world, { ...asked, language: world.locale, limit: notesAtMost }) : []
}

/** Whether nothing is left of a plan for this month. */
export const isUsedUp = ({ used, limit }: Usage) => limit !== 'unlimited' && used >= limit

/** Writes a reply in this process, in the background. Its run is stored already. */
export function beginReply(world: ChatWorld, agents: Agents, asked: Asked): void {
  const { db, desk, log, user } = world
  const { replyId: id, usage } = asked
  desk.begin(
    { id, ownerId: user.id },
    (pen, signal) => write(world, agents, asked, pen, signal),
    async (ending) => {
      const last = beginning(withoutCitations(ending.content))
      const limit = usage.limit === 'unlimited' ? null : usage.limit
      const run = { id, processId: desk.processId, month: monthOf(new Date()), limit, last }
      if (!(await endRun(db, run, ending))) log.warn({ reply: id, user: user.id }, 'a reply was not this process’s any more')
    },
  )
}

/** Who answers in which language, and with what. Throws AnswerFailed where nobody may. */
async function prepare(world: ChatWorld, agents: Agents, { agentId, question, turns, replyId, usage }: Asked) {
  const { db, locale } = world
  const history = withoutHelp(turns).toReversed()
  const language = agents.languageOf({ question, history, page: locale })
  if (world.models.length > 0 && world.budget.isSpent()) throw new AnswerFailed('quota', 'the tokens of this day are spent')
  const [agent, notes] = await Promise.all([
    agents.persona(db, { id: agentId, language }),
    lookUp(world, agents, { agentId, question, history }),
  ])
  if (!agent) throw new AnswerFailed('other', 'the agent has no text in this language')
  const answerer = answererOf(world, agents, { notes, maxTokens: tokensLeft(usage, question) })
  const answer = (signal: AbortSignal) => answerer({ agent, language, history, question, messageId: replyId }, signal)
  return { language, lines: agent.lines, history, answer }
}

/** Lets a reply be answered; never fails, because a failure too is an end that people read. */
async function write(world: ChatWorld, agents: Agents, asked: Asked, pen: Pen, signal: AbortSignal): Promise<Ending> {
  const { replyId, question } = asked
  let said: { language: Locale; lines: readonly string[] } = { language: world.locale, lines: [] }
  let sources: Source[] = []
  let next: string[] = []
  let isResting = false
  try {
    const prepared = await prepare(world, agents, asked)
    said = prepared
    for await (const part of prepared.answer(signal)) {
      if (part.type === 'text') pen.add(part.text)
      else if (part.type === 'sources') sources = part.sources
      else if (part.type === 'next') next = unasked(part.questions, { history: prepared.history, question })
      else if (part.type === 'resting') isResting = true
      else return endOf(asked, pen, { ...said, ...part, isResting, sources, next })
      if (pen.text().length > replyLengthAtMost) break
    }
    const written = { tokens: estimatedTokens(pen.text()), origin: originOf(world, isResting) }
    return endOf(asked, pen, { ...said, ...written, isResting, sources, next })
  } catch (error) {
    const origin = pen.text() === '' ? null : originOf(world, isResting)
    if (signal.aborted) return cutShort(asked, pen, signal.reason as StopReason, { origin, sources })
    const problem = problemOf(error)
    world.log.warn({ err: error, reply: replyId, problem }, 'a reply failed')
    if (origin === null) return fallback(said, problem)
    return { content: pen.text(), status: 'failed', origin, problem, sources, next: [], tokens: null }
  }
}

const originOf = ({ models }: ChatWorld, isResting: boolean): AnswerOrigin =>
  models.length > 0 && !isResting ? 'model' : 'offline'

interface Answered extends Omit<AnswerPart & { type: 'done' }, 'type'> {
  language: Locale
  lines: readonly string[]
  isResting: boolean
  sources: Source[]
  next: string[]
}

function endOf({ question, usage }: Asked, pen: Pen, { origin, isResting, sources, next, ...given }: Answered): Ending {
  const content = pen.text()
  if (content.trim() === '') return fallback(given, 'empty')
  // what the notes say costs nothing
  const tokens = origin === 'model' ? costOf(usage, question, given.tokens) : null
  return { content, status: 'done', origin, problem: isResting ? 'resting' : null, sources, next, tokens }
}

/** A model's reply that a person stopped costs what was written of it; one that a server broke off costs nothing. */
function cutShort(
  { question, usage }: Asked,
  pen: Pen,
  reason: StopReason,
  { origin, sources }: Pick<Ending, 'origin' | 'sources'>,
): Ending {
  const content = pen.text()
  const isStopped = reason === 'stopped'
  const tokens = isStopped && origin === 'model' ? costOf(usage, question, estimatedTokens(content)) : null
  return { content, status: isStopped ? 'stopped' : 'interrupted', origin, problem: null, sources, next: [], tokens }
}

function fallback({ lines, language }: { lines: readonly string[]; language: Locale }, problem: Problem): Ending {
  const content = failureText(problem, language, lines)
  return { content, status: 'done', origin: 'fallback', problem, sources: [], next: [], tokens: null }
}
