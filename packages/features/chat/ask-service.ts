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
import { type Sent, storedByClient, storedPair, unlessTaken } from './repeat-service.ts'
import { beginReply, forget, isAsked, isUsedUp, prepare } from './reply-service.ts'
import { beginning, turnsAtMost } from './rules.ts'
import type { AskRefusal, RetryAnswer, SendAnswer, Usage } from './schema.ts'
import type { ChatWorld } from './service.ts'

/**
 * Stores a question durably and lets it be answered in the background, here. For people who are signed in. One that is repeated with its
 * client's id gets the first answer again and does not count. Throws `conflict` when the id was another question's.
 */
export async function send(ctx: Context, agents: Agents, sent: Sent): Promise<SendAnswer> {
  const { conversationId: id, clientId } = sent
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
  if (help) return sendHelp({ ...ctx, user }, agents, { ...sent, help, turns: talk.turns, from: null })
  if (talk.isRepeated) {
    await countRepeated({ ...ctx, user })
    const before = await storedPair({ ...ctx, user }, sent)
    if (before) return before
  }
  const isFirst = await countOnce(user, sent)
  const isFree = talk.isFree && isFirst
  return askAnew({ ...ctx, user }, agents, {
    ...sent,
    ...talk,
    from: null,
    notes,
    usage: usageOf(talk),
    isFree,
    isCounted: !isFirst,
  })
}

/** Puts a question of one's own and all that followed away, and asks anew in its place. */
export async function edit(
  world: ChatWorld,
  agents: Agents,
  { messageId, clientId, content }: { messageId: string; clientId: string; content: string },
): Promise<SendAnswer> {
  const { db, user } = world
  const edited = await queries.messageById(db, { id: messageId, userId: user.id })
  if (edited?.role !== 'user') {
    await countRepeated(world)
    const before = await storedByClient(world, messageId, { clientId, content })
    if (before) return before
    throw new AppError('not_found')
  }
  const { conversationId, agentId, seq } = edited
  const { rows: turns } = await queries.turnsBefore({ conversationId, before: seq, limit: turnsAtMost }).execute(db)
  const help = helpFor(content, crisisOf(content), turns)
  if (help) return sendHelp(world, agents, { conversationId, clientId, content, help, turns, from: seq })
  const usage = await allowance(world)
  const given = { conversationId, clientId, content, agentId, from: seq, turns, isFree: false }
  return askAnew(world, agents, { ...given, usage, isCounted: true })
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
    const placed = await unlessTaken(asking.askAgain(db, { ...ids, oldId }))
    if (placed === 'taken') {
      const refusal = await busy(world, conversationId)
      if (refusal) return refusal
      continue
    }
    if (!placed) return notPlaced(world, conversationId, old.seq)
    beginReply(world, prepare(world, agents, { agentId, question: content, turns, replyId, usage }))
    return { error: null, reply: emptyReply(replyId, placed), usage }
  }
  throw neverPlaced()
}

interface Asking extends Sent {
  agentId: string
  from: number | null
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
  const { conversationId, clientId, content, agentId, from, turns, usage, isCounted, isFree, notes } = given
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const ids = { conversationId, userId: user.id, processId: desk.processId, questionId, replyId }
  const place = () => unlessTaken(asking.ask(db, { ...ids, clientId, content, last: beginning(content), from }))
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
      if (!placed) throw await whyNot(world, conversationId)
      beginReply(world, early ?? prepared())
      early = null
      return { error: null, question: questionOf(questionId, placed, given), reply: emptyReply(replyId, placed), usage }
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

/** The same for a retry, whose reply need not be the last one any more. */
async function notPlaced(world: ChatWorld, id: string, oldSeq: number): Promise<RetryAnswer> {
  const talk = await queries.conversationById(world.db, { id, userId: world.user.id })
  if (talk && talk.lastSeq !== oldSeq) return { error: 'not_last' }
  throw await whyNot(world, id)
}
