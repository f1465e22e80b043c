import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pen, StopReason } from '@duo/platform/server/desk.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { monthOf } from '../billing/rules.ts'
import type { Agents, Answerer, AnswerPart, Note, NotesAsked, Turn } from './answerer-service.ts'
import { failureText } from './failure-service.ts'
import { AnswerFailed, problemOf } from './gateway.ts'
import { type Help, helpParts, withoutHelp } from './help-service.ts'
import { modelAnswer } from './model-service.ts'
import { beginning, estimatedTokens, notesAtMost, replyLengthAtMost, replyTokensAtMost } from './rules.ts'
import { type Ending, endRun } from './run-queries.ts'
import type { Origin, Source, Usage } from './schema.ts'
import type { ChatWorld } from './service.ts'

interface Asked {
  agentId: string
  question: string
  /** Newest first. */
  turns: readonly Turn[]
  replyId: string
  usage: Usage
  help: Help | null
  /** Where they are being looked up already. */
  notes?: Promise<Note[]> | undefined
}

/** A reply that is on its way; nobody is shown any of it, and none of it is stored, before it begins. */
interface Prepared {
  replyId: string
  question: string
  asked: Promise<{ language: Locale; lines: readonly string[]; parts: AsyncIterable<AnswerPart> }>
  abort: AbortController
}

/**
 * Asks for an answer before the question is on the disk: whoever answers takes longer than a disk (decision 24). Either `beginReply` or
 * `forget` follows.
 */
export function prepare(
  world: ChatWorld,
  agents: Agents,
  { agentId, question, turns, replyId, usage, help, notes: early }: Asked,
): Prepared {
  const { db, locale } = world
  const abort = new AbortController()
  // whatever goes wrong in here is met by whoever writes the reply, whose run may be stored already
  const read = async () => {
    const history = withoutHelp(turns).toReversed()
    if (help) {
      const all = turns.toReversed()
      const language = help.language ?? agents.languageOf({ question, history: all, page: locale })
      return { language, lines: [], parts: helpParts(help.kind, language) }
    }
    const language = agents.languageOf({ question, history, page: locale })
    const [agent, notes] = await Promise.all([
      agents.persona(db, { id: agentId, language }),
      early ?? lookUp(world, agents, { agentId, question, history }),
    ])
    if (isUsedUp(usage)) throw new AnswerFailed('quota', 'the plan is used up')
    if (world.models.length > 0 && world.budget.isSpent()) throw new AnswerFailed('quota', 'the tokens of this day are spent')
    if (!agent) throw new AnswerFailed('other', 'the agent has no text in this language')
    const answerer = answererOf(world, agents, notes, tokensLeft(usage, question))
    const parts = answerer({ agent, language, history, question, messageId: replyId }, abort.signal)
    return { language, lines: agent.lines, parts: withHeadStart(parts) }
  }
  const asked = read()
  // nobody meets it when the question is refused
  asked.catch(() => {})
  return { replyId, question, asked, abort }
}

/** What an agent's notes hold about a question, for a model; the embedded engine looks itself. */
export async function lookUp(
  { lookups, locale: language, models }: Pick<ChatWorld, 'lookups' | 'locale' | 'models'>,
  agents: Agents,
  asked: Pick<NotesAsked, 'agentId' | 'question' | 'history'>,
): Promise<Note[]> {
  return models.length > 0 ? agents.findNotes(lookups, { ...asked, language, limit: notesAtMost }) : []
}

/** Resolves once whoever answers has been asked, or cannot be: until then a question that is stored would be in the way. */
export async function isAsked({ asked }: Prepared): Promise<void> {
  await asked.catch(() => {})
  // the call leaves with this turn of the event loop
  await nextTurn()
}

/** Nobody wants the answer: the question was not stored. */
export function forget({ asked, abort }: Prepared): void {
  abort.abort()
  const close = async () => {
    for await (const _ of (await asked).parts) return
  }
  // that it was broken off is no news
  close().catch(() => {})
}

/** The same parts, of which the first one is asked for now. */
function withHeadStart<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const reading = parts[Symbol.asyncIterator]()
  const first = reading.next()
  first.catch(() => {})
  return (async function* () {
    try {
      for (let part = await first; !part.done; part = await reading.next()) yield part.value
    } finally {
      await reading.return?.()
    }
  })()
}

function answererOf({ db, models, log, budget }: ChatWorld, agents: Agents, notes: readonly Note[], maxTokens: number): Answerer {
  return models.length > 0 ? modelAnswer({ models, log, notes, maxTokens, budget }) : agents.offlineAnswer(db)
}

/** Whether nothing is left of a plan for this month. */
export const isUsedUp = ({ used, limit }: Usage) => limit !== 'unlimited' && used >= limit

/** How long a reply may become, so that it ends about where the plan does. */
function tokensLeft({ used, limit }: Usage, question: string): number {
  if (limit === 'unlimited') return replyTokensAtMost
  return Math.max(64, Math.min(replyTokensAtMost, limit - used - estimatedTokens(question)))
}

/** Writes a reply here, in the background. Its run is stored already. */
export function beginReply(world: ChatWorld, prepared: Prepared): void {
  const { db, desk, log, user } = world
  const { replyId: id } = prepared
  desk.begin(
    { id, ownerId: user.id },
    (pen, signal) => write(world, prepared, pen, signal),
    async (ending) => {
      const run = { id, processId: desk.processId, month: monthOf(new Date()), last: beginning(ending.content) }
      if (!(await endRun(db, run, ending))) log.warn({ reply: id, user: user.id }, 'a reply was not this process’s any more')
    },
  )
}

/** Lets a reply be answered; never fails, because a failure too is an end that people read. */
async function write(world: ChatWorld, prepared: Prepared, pen: Pen, signal: AbortSignal): Promise<Ending> {
  const { replyId, question, asked, abort } = prepared
  let language = world.locale
  let lines: readonly string[] = []
  let sources: Source[] = []
  try {
    signal.addEventListener('abort', () => abort.abort(signal.reason))
    const answer = await asked
    language = answer.language
    lines = answer.lines
    for await (const part of answer.parts) {
      if (part.type === 'text') pen.add(part.text)
      else if (part.type === 'sources') sources = part.sources
      else if (part.type === 'done')
        return endOf(pen, { lines, language, question, sources, tokens: part.tokens, origin: part.origin })
      if (pen.text().length > replyLengthAtMost) break
    }
    return endOf(pen, { lines, language, question, sources, tokens: estimatedTokens(pen.text()), origin: originOf(world) })
  } catch (error) {
    if (signal.aborted) return cutShort(world, prepared, pen, signal.reason as StopReason, sources)
    const problem = problemOf(error)
    world.log.warn({ err: error, reply: replyId, problem }, 'a reply failed')
    if (pen.text() === '') return fallback(lines, language, problem)
    return { content: pen.text(), status: 'failed', origin: originOf(world), problem, sources, tokens: null }
  }
}

const originOf = ({ models }: ChatWorld) => (models.length > 0 ? 'model' : 'offline')

function endOf(
  pen: Pen,
  given: {
    lines: readonly string[]
    language: Locale
    question: string
    sources: Source[]
    tokens: number
    origin: Exclude<Origin, 'fallback'>
  },
): Ending {
  const { lines, language, question, sources, tokens, origin } = given
  const content = pen.text()
  if (content.trim() === '') return fallback(lines, language, 'empty')
  const counted = origin === 'help' ? null : estimatedTokens(question) + tokens
  return { content, status: 'done', origin, problem: null, sources, tokens: counted }
}

/** A reply that somebody stopped costs what was written of it; one that a server broke off costs nothing. */
function cutShort(world: ChatWorld, { question }: Prepared, pen: Pen, reason: StopReason, sources: Source[]): Ending {
  const content = pen.text()
  const isStopped = reason === 'stopped'
  const tokens = isStopped && content !== '' ? estimatedTokens(question) + estimatedTokens(content) : null
  const origin = content === '' ? null : originOf(world)
  return { content, status: isStopped ? 'stopped' : 'interrupted', origin, problem: null, sources, tokens }
}

function fallback(lines: readonly string[], language: Locale, problem: 'empty' | 'quota' | 'other'): Ending {
  const content = failureText(problem, language, lines)
  return { content, status: 'done', origin: 'fallback', problem, sources: [], tokens: null }
}
