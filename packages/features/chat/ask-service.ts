import { errorCode } from '@duo/db/errors.ts'
import { type Context, userOf } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { tokenUsage, usageOf } from '../billing/service.ts'
import { crisisOf } from '../safety/crisis.ts'
import type { Agents, Note, Turn } from './answerer-service.ts'
import * as asking from './ask-queries.ts'
import { type Help, helpFor } from './help-service.ts'
import { countEverywhere, countHelp, countHere, countOnce, countRepeated } from './limit-service.ts'
import { messageOf } from './message-service.ts'
import { earlyNotes, rememberAgent } from './partner-service.ts'
import * as queries from './queries.ts'
import { beginReply, forget, isAsked, isUsedUp, prepare } from './reply-service.ts'
import { beginning, turnsAtMost } from './rules.ts'
import type { AskRefusal, Message, RetryAnswer, SendAnswer, Usage } from './schema.ts'
import type { ChatWorld } from './service.ts'

interface Sent {
  conversationId: string
  clientId: string
  content: string
}

/**
 * Stores a question durably and lets it be answered in the background, here. For people who are signed in. One that is repeated with its
 * client's id gets the first answer again and does not count. Throws `conflict` when the id was another question's.
 */
export async function send(ctx: Context, agents: Agents, sent: Sent): Promise<SendAnswer> {
  const { conversationId: id, clientId } = sent
  const asker = userOf(ctx)
  // read while it is found out who asks, who is told nothing of what is not theirs
  const talking = asking.talkAndTurns(ctx.lookups, { id, clientId, limit: turnsAtMost })
  // a person in distress gets help before any limit of rate or plan, and no note is looked up
  const distress = crisisOf(sent.content)
  const notes = distress ? undefined : earlyNotes(ctx, agents, sent, talking)
  const [user, talk] = await Promise.all([asker, talking])
  if (talk?.userId !== user.id) throw new AppError('not_found')
  rememberAgent(id, talk.agentId)
  if (talk.isRepeated) {
    await countRepeated({ ...ctx, user })
    const before = await storedPair({ ...ctx, user }, sent)
    if (before) return before
  }
  const help = helpFor(sent.content, distress, talk.turns)
  const isFirst = help !== null || (await countOnce(user, sent))
  const isFree = talk.isFree && isFirst
  return askAnew({ ...ctx, user }, agents, {
    ...sent,
    ...talk,
    from: null,
    notes,
    usage: usageOf(talk),
    help,
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
  const usage = await allowance(world, help)
  const given = { conversationId, clientId, content, agentId, from: seq, turns, help, isFree: false }
  return askAnew(world, agents, { ...given, usage, isCounted: true })
}

/** Puts a new reply in the place of the last one. */
export async function retry(world: ChatWorld, agents: Agents, { messageId: oldId }: { messageId: string }): Promise<RetryAnswer> {
  const { db, user, desk } = world
  const old = await queries.messageById(db, { id: oldId, userId: user.id })
  const question = old?.questionId && (await queries.messageById(db, { id: old.questionId, userId: user.id }))
  if (!question) {
    await allowance(world, null)
    throw new AppError('not_found')
  }
  const { conversationId, agentId, content } = question
  const { rows: turns } = await queries.turnsBefore({ conversationId, before: question.seq, limit: turnsAtMost }).execute(db)
  const help = helpFor(content, crisisOf(content), turns)
  const usage = await allowance(world, help)
  if (old.status === 'running') return { error: 'busy', replyId: oldId }
  if (isUsedUp(usage) && !help) return { error: 'limit_reached', usage }
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
    beginReply(world, prepare(world, agents, { agentId, question: content, turns, replyId, usage, help }))
    return { error: null, reply: emptyReply(replyId, placed), usage }
  }
  throw neverPlaced()
}

interface Asking extends Sent {
  agentId: string
  from: number | null
  turns: readonly Turn[]
  usage: Usage
  help: Help | null
  /** Whether it is counted for all processes already; for this one it is. */
  isCounted: boolean
  /** Whether nothing seemed to be in the way of storing the question when somebody looked. */
  isFree: boolean
  notes?: Promise<Note[]> | undefined
}

async function askAnew(world: ChatWorld, agents: Agents, given: Asking): Promise<SendAnswer> {
  const { db, user, desk } = world
  const { conversationId, clientId, content, agentId, from, turns, usage, help, isCounted, isFree, notes } = given
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const ids = { conversationId, userId: user.id, processId: desk.processId, questionId, replyId }
  const place = () => unlessTaken(asking.ask(db, { ...ids, clientId, content, last: beginning(content), from }))
  const prepared = () => prepare(world, agents, { agentId, question: content, turns, replyId, usage, help, notes })
  // asked for before the question is on its way to the disk, and thrown away should it not get there
  let early = isFree ? prepared() : null
  try {
    if (isUsedUp(usage) && !help) return (await storedPair(world, given)) ?? { error: 'limit_reached', usage }
    if (early) await isAsked(early)
    if (!isCounted) await (help ? countHelp(world) : countEverywhere(world))
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
      const question = {
        ...emptyReply(questionId, placed),
        seq: placed.seq - 1,
        role: 'user',
        content,
        clientId,
        status: 'done',
      } as const
      return { error: null, question, reply: emptyReply(replyId, placed), usage }
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
async function allowance(world: ChatWorld, help: Help | null): Promise<Usage> {
  if (!help) await countHere(world.user)
  const [usage] = await Promise.all([tokenUsage(world.db, world.user.id), help ? countHelp(world) : countEverywhere(world)])
  return usage
}

const uniqueViolation = '23505'

/** `taken` when something else came first: the same question, another one in this conversation, or a third one elsewhere. */
async function unlessTaken<T>(placing: Promise<T>): Promise<T | 'taken'> {
  try {
    return await placing
  } catch (error) {
    if (errorCode(error) === uniqueViolation) return 'taken'
    throw error
  }
}

const emptyReply = (id: string, { seq, createdAt }: asking.Placed): Message => ({
  id,
  seq,
  role: 'assistant',
  content: '',
  created_at: createdAt.toISOString(),
  clientId: null,
  status: 'waiting',
  origin: null,
  problem: null,
  sources: [],
  tokens: null,
})

/** What the same question was answered when it first came. */
async function storedPair(world: ChatWorld, { conversationId, clientId, content }: Sent): Promise<SendAnswer | null> {
  const { db, user } = world
  const ids = await asking.askedBefore(db, { id: conversationId, userId: user.id, clientId })
  if (!ids) return null
  const [question, reply] = await Promise.all([
    queries.messageById(db, { id: ids.questionId, userId: user.id }),
    queries.messageById(db, { id: ids.replyId, userId: user.id }),
  ])
  if (!question || !reply) throw new AppError('not_found')
  if (question.content !== content) throw new AppError('conflict')
  return { error: null, question: messageOf(question), reply: messageOf(reply), usage: await tokenUsage(db, user.id) }
}

/** The same for an edit, whose first try has put the edited question away. */
async function storedByClient(
  world: ChatWorld,
  messageId: string,
  sent: Omit<Sent, 'conversationId'>,
): Promise<SendAnswer | null> {
  const conversationId = await asking.conversationOf(world.db, { id: messageId, userId: world.user.id })
  return conversationId ? storedPair(world, { ...sent, conversationId }) : null
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
