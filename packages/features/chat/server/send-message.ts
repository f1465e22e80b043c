import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage, toTokenUsage } from '../../billing/server/plans.ts'
import { detectCrisis } from '../../safety/server/crisis-detection.ts'
import { maxHistoryMessages, messagePreview } from '../rules.ts'
import type { RetryAnswer, SendAnswer, SendRefusal, Usage } from '../schema.ts'
import type { ChatContext } from './context.ts'
import * as queries from './conversation-queries.ts'
import { isQuotaExhausted, runGeneration } from './generation/generate-reply.ts'
import { helpFor, retryWithHelp, sendHelp } from './help/crisis-help.ts'
import { newQuestion, pendingReply } from './message-dto.ts'
import type { AgentDirectory, HistoryMessage } from './responder.ts'
import * as sendQueries from './send-message-queries.ts'
import { consumeReadLimit, consumeSendLimit, consumeSendLimitOnce } from './send-rate-limit.ts'
import { type EditedQuestion, insertOnPath, replaceLastReply } from './versions/question-versions.ts'
import { findExistingSend, orConflict, type SendInput } from './versions/repeated-send.ts'

/**
 * Stores a question durably, then has it answered in the background, in this process. One that is repeated with its client's id gets the
 * first reply again and does not count. Throws `conflict` when the id was another question's.
 */
export async function send(
  world: ChatContext,
  agents: AgentDirectory,
  input: SendInput & { path?: number | undefined },
): Promise<SendAnswer> {
  const { db, user } = world
  const { conversationId: id, clientId, path: seenPath } = input
  const conversation = await sendQueries.findConversationWithHistory(db, {
    id,
    userId: user.id,
    clientId,
    limit: maxHistoryMessages,
  })
  if (!conversation) throw new AppError('not_found')
  // a person in distress gets help before any limit, also while another reply is written, and no note is looked up
  const help = helpFor(input.content, detectCrisis(input.content), conversation.recentHistory)
  if (help) return sendHelp(world, agents, { ...input, help, recentHistory: conversation.recentHistory, edited: null })
  if (conversation.isRepeated) {
    await consumeReadLimit(world)
    const existing = await findExistingSend(world, input)
    if (existing) return existing
  }
  if (seenPath !== undefined && seenPath !== conversation.path) return { error: 'moved' }
  await consumeSendLimitOnce(world, input)
  return createQuestion(world, agents, { ...input, ...conversation, edited: null, usage: toTokenUsage(conversation) })
}

interface Edit {
  messageId: string
  clientId: string
  content: string
}

/** Asks another version of a question in its place. The earlier one stays, with all that followed it, and can be shown again. */
export async function edit(
  world: ChatContext,
  agents: AgentDirectory,
  { messageId, clientId, content }: Edit,
): Promise<SendAnswer> {
  const { db, user } = world
  const question = await queries.findShownMessage(db, { id: messageId, userId: user.id })
  if (question?.role !== 'user') return editNotShown(world, agents, { messageId, clientId, content })
  const { id, conversationId, agentId, seq, path, versionOf } = question
  const edited = { id, seq, path, versionOf: versionOf ?? id }
  const { rows: recentHistory } = await queries
    .historyBefore({ conversationId, before: seq, limit: maxHistoryMessages })
    .execute(db)
  const help = helpFor(content, detectCrisis(content), recentHistory)
  if (help) return sendHelp(world, agents, { conversationId, clientId, content, help, recentHistory, edited })
  const usage = await consumeRateLimit(world)
  return createQuestion(world, agents, { conversationId, clientId, content, agentId, edited, path, recentHistory, usage })
}

/** The same where the question is not shown: the edit may be stored already, and help does not wait until the right version is shown. */
async function editNotShown(
  world: ChatContext,
  agents: AgentDirectory,
  { messageId, clientId, content }: Edit,
): Promise<SendAnswer> {
  const distress = detectCrisis(content)
  if (!distress) await consumeReadLimit(world)
  const conversationId = await sendQueries.findConversationId(world.db, { id: messageId, userId: world.user.id })
  if (!conversationId) throw new AppError('not_found')
  const input = { conversationId, clientId, content }
  const existing = await findExistingSend(world, input)
  if (existing) return existing
  const help = helpFor(content, distress, [])
  if (help) return sendHelp(world, agents, { ...input, help, recentHistory: [], edited: null })
  throw new AppError('not_found')
}

/** Puts a new reply in the place of the last one. */
export async function retry(
  world: ChatContext,
  agents: AgentDirectory,
  { messageId: oldId }: { messageId: string },
): Promise<RetryAnswer> {
  const { db, user, replyStreams } = world
  const old = await queries.findShownMessage(db, { id: oldId, userId: user.id })
  const question = old?.questionId && (await queries.findShownMessage(db, { id: old.questionId, userId: user.id }))
  if (!question) {
    await consumeRateLimit(world)
    throw new AppError('not_found')
  }
  const { conversationId, agentId, content } = question
  const { rows: recentHistory } = await queries
    .historyBefore({ conversationId, before: question.seq, limit: maxHistoryMessages })
    .execute(db)
  const help = helpFor(content, detectCrisis(content), recentHistory)
  if (help)
    return (await retryWithHelp(world, agents, { conversationId, oldId, content, help, recentHistory })) ?? { error: 'not_last' }
  const usage = await consumeRateLimit(world)
  if (old.status === 'running') return { error: 'busy', replyId: oldId }
  if (isQuotaExhausted(usage)) return { error: 'limit_reached', usage }
  const replyId = uuidv7()
  const ids = { conversationId, userId: user.id, processId: replyStreams.processId, replyId, last: messagePreview(content) }
  for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
    const inserted = await orConflict(replaceLastReply(db, ids, (tx) => sendQueries.insertRetryReply(tx, { ...ids, oldId })))
    if (inserted === 'conflict') {
      const refusal = await busyRefusal(world, conversationId)
      if (refusal) return refusal
      continue
    }
    if (!inserted) return retryRefusal(world, conversationId, oldId)
    runGeneration(world, agents, { agentId, question: content, recentHistory, replyId, usage })
    return { error: null, reply: pendingReply(replyId, inserted), path: inserted.path, usage }
  }
  throw insertConflict()
}

interface QuestionInput extends SendInput {
  agentId: string
  /** The question that it is another version of. */
  edited: EditedQuestion | null
  /** The conversation's, that the history is on. */
  path: number
  recentHistory: readonly HistoryMessage[]
  usage: Usage
}

async function createQuestion(world: ChatContext, agents: AgentDirectory, input: QuestionInput): Promise<SendAnswer> {
  const { db, user, replyStreams } = world
  const { conversationId, clientId, content, agentId, edited, path, recentHistory, usage } = input
  if (isQuotaExhausted(usage)) return (await findExistingSend(world, input)) ?? { error: 'limit_reached', usage }
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const ids = { conversationId, userId: user.id, processId: replyStreams.processId, questionId, replyId }
  const row = { ...ids, clientId, content, last: messagePreview(content), path, versionOf: edited?.versionOf ?? null }
  for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
    const inserted = await orConflict(insertOnPath(db, { ...ids, edited }, (on) => sendQueries.insertQuestionWithReply(on, row)))
    if (inserted === 'conflict') {
      const existing = (await findExistingSend(world, input)) ?? (await busyRefusal(world, conversationId))
      if (existing) return existing
      continue
    }
    if (!inserted) return sendRefusal(world, input)
    runGeneration(world, agents, { agentId, question: content, recentHistory, replyId, usage })
    const question = newQuestion(questionId, inserted, input)
    return { error: null, question, reply: pendingReply(replyId, inserted), path: inserted.path, usage }
  }
  throw insertConflict()
}

/** How often storing is tried again when the conflicting reply has ended by the time we look. */
const maxAttempts = 5
const insertConflict = () => new AppError('unavailable', { retryAfterSeconds: 1 })

/** Counts a reply that is asked for again, or a question's edit, and returns what the plan has left. */
async function consumeRateLimit(world: ChatContext): Promise<Usage> {
  await consumeSendLimit(world)
  return findTokenUsage(world.db, world.user.id)
}

async function busyRefusal({ db, user }: ChatContext, id: string): Promise<(SendRefusal & { error: 'busy' }) | null> {
  const conversation = await queries.findConversation(db, { id, userId: user.id })
  if (!conversation) throw new AppError('not_found')
  return conversation.running ? { error: 'busy', replyId: conversation.running } : null
}

/** Why nothing was stored: the conversation is gone, or too many replies are being written for this person. */
async function insertFailure({ db, user }: ChatContext, id: string): Promise<AppError> {
  const conversation = await queries.findConversation(db, { id, userId: user.id })
  return conversation ? new AppError('too_many_requests', { retryAfterSeconds: 5 }) : new AppError('not_found')
}

/** The same for a question, before which another version can have been chosen: then nothing is known of what it was asked after. */
async function sendRefusal(world: ChatContext, { conversationId: id, path }: QuestionInput): Promise<SendAnswer> {
  const conversation = await queries.findConversation(world.db, { id, userId: world.user.id })
  if (conversation && conversation.path !== path) return { error: 'moved' }
  throw await insertFailure(world, id)
}

/** The same for a retry, whose reply need not be the last one any more. */
async function retryRefusal(world: ChatContext, id: string, oldId: string): Promise<RetryAnswer> {
  const [last] = await queries.listMessagesBefore(world.db, { conversationId: id, before: null })
  if (last && last.id !== oldId) return { error: 'not_last' }
  throw await insertFailure(world, id)
}
