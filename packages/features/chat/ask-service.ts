import { type Context, userOf } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { tokenUsage, usageOf } from '../billing/service.ts'
import { crisisOf } from '../safety/crisis.ts'
import type { Agents, Note, Turn } from './answerer-service.ts'
import * as asking from './ask-queries.ts'
import { helpAgain, helpFor, sendHelp } from './help-service.ts'
import { countEverywhere, countHere, countOnce, countRepeated } from './limit-service.ts'
import { emptyReply, questionOf } from './message-service.ts'
import { earlyNotes, rememberAgent } from './partner-service.ts'
import * as queries from './queries.ts'
import { type Edited, lastReply, placeOnPath } from './question-versions.ts'
import { type Sent, storedPair, unlessTaken } from './repeat-service.ts'
import { beginReply, forget, isAsked, isUsedUp, prepare } from './reply-service.ts'
import { beginning, turnsAtMost } from './rules.ts'
import type { AskRefusal, RetryAnswer, SendAnswer, Usage } from './schema.ts'
import type { ChatWorld } from './service.ts'

/**
 * Stores a question durably and lets it be answered in the background, here. For people who are signed in. One that is repeated with its
 * client's id gets the first answer again and does not count. Throws `conflict` when the id was another question's.
 */
export async function send(ctx: Context, agents: Agents, sent: Sent & { path?: number | undefined }): Promise<SendAnswer> {
  const { conversationId: id, clientId, path: seen } = sent
  const asker = userOf(ctx)
  // read while it is found out who asks, who is told nothing of what is not theirs
  const talking = asking.talkAndTurns(ctx.lookups, { id, clientId, limit: turnsAtMost })
  // a person in distress gets help before any limit, also while another reply is written, and no note is looked up
  const distress = crisisOf(sent.content)
  const notes = distress ? undefined : earlyNotes(ctx, agents, sent, talking)
  const [user, talk] = await Promise.all([asker, talking])
  if (talk?.userId !== user.id) throw new AppError('not_found')
  rememberAgent(id, talk.agentId)
  const help = helpFor(sent.content, distress, talk.turns)
  if (help) return sendHelp({ ...ctx, user }, agents, { ...sent, help, turns: talk.turns, edited: null })
  if (talk.isRepeated) {
    await countRepeated({ ...ctx, user })
    const before = await storedPair({ ...ctx, user }, sent)
    if (before) return before
  }
  if (seen !== undefined && seen !== talk.path) return { error: 'moved' }
  const isFirst = await countOnce(user, sent)
  const isFree = talk.isFree && isFirst
  return askAnew({ ...ctx, user }, agents, {
    ...sent,
    ...talk,
    edited: null,
    notes,
    usage: usageOf(talk),
    isFree,
    isCounted: !isFirst,
  })
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
  const given = { conversationId, clientId, content, agentId, edited, path, turns, isFree: false }
  return askAnew(world, agents, { ...given, usage, isCounted: true })
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
    beginReply(world, prepare(world, agents, { agentId, question: content, turns, replyId, usage }))
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
  /** Whether it is counted for all processes already; for this one it is. */
  isCounted: boolean
  /** Whether nothing seemed to be in the way of storing the question when somebody looked. */
  isFree: boolean
  notes?: Promise<Note[]> | undefined
}

async function askAnew(world: ChatWorld, agents: Agents, given: Asking): Promise<SendAnswer> {
  const { db, user, desk } = world
  const { conversationId, clientId, content, agentId, edited, path, turns, usage, isCounted, isFree, notes } = given
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const ids = { conversationId, userId: user.id, processId: desk.processId, questionId, replyId }
  const asked = { ...ids, clientId, content, last: beginning(content), path, versionOf: edited?.versionOf ?? null }
  const place = () => unlessTaken(placeOnPath(db, { ...ids, edited }, (on) => asking.ask(on, asked)))
  const prepared = () => prepare(world, agents, { agentId, question: content, turns, replyId, usage, notes })
  // asked for before the question is on its way to the disk, and thrown away should it not get there
  let early = isFree ? prepared() : null
  try {
    if (isUsedUp(usage)) return (await storedPair(world, given)) ?? { error: 'limit_reached', usage }
    if (early) await isAsked(early)
    if (!isCounted) await countEverywhere(world)
    for (let tries = triesAtMost; tries > 0; tries -= 1) {
      const placed = await place()
      if (placed === 'taken') {
        const known = (await storedPair(world, given)) ?? (await busy(world, conversationId))
        if (known) return known
        continue
      }
      if (!placed) return await notAsked(world, given)
      beginReply(world, early ?? prepared())
      early = null
      const question = questionOf(questionId, placed, given)
      return { error: null, question, reply: emptyReply(replyId, placed), path: placed.path, usage }
    }
    throw neverPlaced()
  } finally {
    if (early) forget(early)
  }
}

/** How often a question is stored anew when what came first has ended by the time somebody looks. */
const triesAtMost = 5
const neverPlaced = () => new AppError('unavailable', { retryAfterSeconds: 1 })

/** Counts a reply that is asked for again, or a question's edit, and returns what the plan has left. */
async function allowance(world: ChatWorld): Promise<Usage> {
  await countHere(world.user)
  const [usage] = await Promise.all([tokenUsage(world.db, world.user.id), countEverywhere(world)])
  return usage
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
