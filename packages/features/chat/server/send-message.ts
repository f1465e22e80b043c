import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { tokenUsage, usageOf } from '../../billing/server/plans.ts'
import { crisisOf } from '../../safety/server/crisis-detection.ts'
import { beginning, turnsAtMost } from '../rules.ts'
import type { AskRefusal, RetryAnswer, SendAnswer, Usage } from '../schema.ts'
import type { ChatWorld } from './context.ts'
import * as queries from './conversation-queries.ts'
import { beginReply, isUsedUp } from './generation/generate-reply.ts'
import { helpAgain, helpFor, sendHelp } from './help/crisis-help.ts'
import { emptyReply, questionOf } from './message-dto.ts'
import type { Agents, Turn } from './responder.ts'
import * as asking from './send-message-queries.ts'
import { countOnce, countQuestion, countRepeated } from './send-rate-limit.ts'
import { type Edited, lastReply, placeOnPath } from './versions/question-versions.ts'
import { type Sent, storedPair, unlessTaken } from './versions/repeated-send.ts'

/**
 * Stores a question durably, then has it answered in the background, in this process. One that is repeated with its client's id gets the
 * first reply again and does not count. Throws `conflict` when the id was another question's.
 */
export async function send(world: ChatWorld, agents: Agents, sent: Sent & { path?: number | undefined }): Promise<SendAnswer> {
  const { db, user } = world
  const { conversationId: id, clientId, path: seen } = sent
  const talk = await asking.talkAndTurns(db, { id, userId: user.id, clientId, limit: turnsAtMost })
  if (!talk) throw new AppError('not_found')
  // a person in distress gets help before any limit, also while another reply is written, and no note is looked up
  const help = helpFor(sent.content, crisisOf(sent.content), talk.turns)
  if (help) return sendHelp(world, agents, { ...sent, help, turns: talk.turns, edited: null })
  if (talk.isRepeated) {
    await countRepeated(world)
    const before = await storedPair(world, sent)
    if (before) return before
  }
  if (seen !== undefined && seen !== talk.path) return { error: 'moved' }
  await countOnce(world, sent)
  return askAnew(world, agents, { ...sent, ...talk, edited: null, usage: usageOf(talk) })
}

interface Edit {
  messageId: string
  clientId: string
  content: string
}

/** Asks another version of a question in its place. The earlier one stays, with all that followed it, and can be shown again. */
export async function edit(world: ChatWorld, agents: Agents, { messageId, clientId, content }: Edit): Promise<SendAnswer> {
  const { db, user } = world
  const found = await queries.messageById(db, { id: messageId, userId: user.id })
  if (found?.role !== 'user') return editNotShown(world, agents, { messageId, clientId, content })
  const { id, conversationId, agentId, seq, path, versionOf } = found
  const edited = { id, seq, path, versionOf: versionOf ?? id }
  const { rows: turns } = await queries.turnsBefore({ conversationId, before: seq, limit: turnsAtMost }).execute(db)
  const help = helpFor(content, crisisOf(content), turns)
  if (help) return sendHelp(world, agents, { conversationId, clientId, content, help, turns, edited })
  const usage = await allowance(world)
  return askAnew(world, agents, { conversationId, clientId, content, agentId, edited, path, turns, usage })
}

/** The same where the question is not shown: the edit may be stored already, and help does not wait until the right version is shown. */
async function editNotShown(world: ChatWorld, agents: Agents, { messageId, clientId, content }: Edit): Promise<SendAnswer> {
  const distress = crisisOf(content)
  if (!distress) await countRepeated(world)
  const conversationId = await asking.conversationOf(world.db, { id: messageId, userId: world.user.id })
  if (!conversationId) throw new AppError('not_found')
  const sent = { conversationId, clientId, content }
  const before = await storedPair(world, sent)
  if (before) return before
  const help = helpFor(content, distress, [])
  if (help) return sendHelp(world, agents, { ...sent, help, turns: [], edited: null })
  throw new AppError('not_found')
}

/** Puts a new reply in the place of the last one. */
export async function retry(world: ChatWorld, agents: Agents, { messageId: oldId }: { messageId: string }): Promise<RetryAnswer> {
  const { db, user, desk } = world
  const old = await queries.messageById(db, { id: oldId, userId: user.id })
  const question = old?.questionId && (await queries.messageById(db, { id: old.questionId, userId: user.id }))
  if (!question) {
    await allowance(world)
    throw new AppError('not_found')
  }
  const { conversationId, agentId, content } = question
  const { rows: turns } = await queries.turnsBefore({ conversationId, before: question.seq, limit: turnsAtMost }).execute(db)
  const help = helpFor(content, crisisOf(content), turns)
  if (help) return (await helpAgain(world, agents, { conversationId, oldId, content, help, turns })) ?? { error: 'not_last' }
  const usage = await allowance(world)
  if (old.status === 'running') return { error: 'busy', replyId: oldId }
  if (isUsedUp(usage)) return { error: 'limit_reached', usage }
  const replyId = uuidv7()
  const ids = { conversationId, userId: user.id, processId: desk.processId, replyId, last: beginning(content) }
  for (let tries = triesAtMost; tries > 0; tries -= 1) {
    const placed = await unlessTaken(lastReply(db, ids, (tx) => asking.askAgain(tx, { ...ids, oldId })))
    if (placed === 'taken') {
      const refusal = await busy(world, conversationId)
      if (refusal) return refusal
      continue
    }
    if (!placed) return notPlaced(world, conversationId, oldId)
    beginReply(world, agents, { agentId, question: content, turns, replyId, usage })
    return { error: null, reply: emptyReply(replyId, placed), path: placed.path, usage }
  }
  throw neverPlaced()
}

interface Asking extends Sent {
  agentId: string
  /** The question that it is another version of. */
  edited: Edited | null
  /** The conversation's, on which the turns were said. */
  path: number
  turns: readonly Turn[]
  usage: Usage
}

async function askAnew(world: ChatWorld, agents: Agents, given: Asking): Promise<SendAnswer> {
  const { db, user, desk } = world
  const { conversationId, clientId, content, agentId, edited, path, turns, usage } = given
  if (isUsedUp(usage)) return (await storedPair(world, given)) ?? { error: 'limit_reached', usage }
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const ids = { conversationId, userId: user.id, processId: desk.processId, questionId, replyId }
  const asked = { ...ids, clientId, content, last: beginning(content), path, versionOf: edited?.versionOf ?? null }
  for (let tries = triesAtMost; tries > 0; tries -= 1) {
    const placed = await unlessTaken(placeOnPath(db, { ...ids, edited }, (on) => asking.ask(on, asked)))
    if (placed === 'taken') {
      const known = (await storedPair(world, given)) ?? (await busy(world, conversationId))
      if (known) return known
      continue
    }
    if (!placed) return notAsked(world, given)
    beginReply(world, agents, { agentId, question: content, turns, replyId, usage })
    const question = questionOf(questionId, placed, given)
    return { error: null, question, reply: emptyReply(replyId, placed), path: placed.path, usage }
  }
  throw neverPlaced()
}

/** How often a question is stored anew when what came first has ended by the time somebody looks. */
const triesAtMost = 5
const neverPlaced = () => new AppError('unavailable', { retryAfterSeconds: 1 })

/** Counts a reply that is asked for again, or a question's edit, and returns what the plan has left. */
async function allowance(world: ChatWorld): Promise<Usage> {
  await countQuestion(world)
  return tokenUsage(world.db, world.user.id)
}

async function busy({ db, user }: ChatWorld, id: string): Promise<(AskRefusal & { error: 'busy' }) | null> {
  const talk = await queries.conversationById(db, { id, userId: user.id })
  if (!talk) throw new AppError('not_found')
  return talk.running ? { error: 'busy', replyId: talk.running } : null
}

/** Why nothing was stored: the conversation is gone, or too many replies are being written for this person. */
async function whyNot({ db, user }: ChatWorld, id: string): Promise<AppError> {
  const talk = await queries.conversationById(db, { id, userId: user.id })
  return talk ? new AppError('too_many_requests', { retryAfterSeconds: 5 }) : new AppError('not_found')
}

/** The same for a question, before which another version can have been chosen: then nothing is known of what it was asked after. */
async function notAsked(world: ChatWorld, { conversationId: id, path }: Asking): Promise<SendAnswer> {
  const talk = await queries.conversationById(world.db, { id, userId: world.user.id })
  if (talk && talk.path !== path) return { error: 'moved' }
  throw await whyNot(world, id)
}

/** The same for a retry, whose reply need not be the last one any more. */
async function notPlaced(world: ChatWorld, id: string, oldId: string): Promise<RetryAnswer> {
  const [last] = await queries.messagesBefore(world.db, { conversationId: id, before: null })
  if (last && last.id !== oldId) return { error: 'not_last' }
  throw await whyNot(world, id)
}
