import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage, toTokenUsage } from '../../billing/server/plans.ts'
import { isAnswer, maxHistoryMessages, messagePreview } from '../rules.ts'
import type { RetryResult, SendRefusal, SendResult, Usage } from '../schema.ts'
import type { AgentDirectory, HistoryMessage } from './agent-directory.ts'
import { isPlanSpent, planTokens, withinReservation } from './budget/plan-reservation.ts'
import type { ChatContext } from './context.ts'
import { findConversation, findConversationWithHistory } from './conversation-queries.ts'
import { generateReply } from './generation/generate-reply.ts'
import { assessMessage } from './help/assess-message.ts'
import { retryWithHelp, sendHelp } from './help/crisis-help.ts'
import { declineHelp } from './help/help-queries.ts'
import { insertQuestionWithReply, insertRetryReply } from './insert-question-queries.ts'
import { newQuestion, pendingReply } from './message-dto.ts'
import { findConversationId, findShownMessage, historyBefore, listMessagesBefore } from './message-queries.ts'
import { consumeReadLimit, consumeSendLimit, consumeSendLimitOnce } from './send-rate-limit.ts'
import { type EditedQuestion, insertOnBranch, replaceLastReply } from './versions/question-versions.ts'
import { findExistingSend, mapUniqueViolation, type SendInput } from './versions/repeated-send.ts'

/** Idempotent by `clientId`: a repeat returns the first reply and is not counted. Throws `conflict` for a reused id. */
export async function send(
  context: ChatContext,
  agents: AgentDirectory,
  input: SendInput & { path?: number | undefined },
): Promise<SendResult> {
  const { db, user } = context
  const { conversationId: id, clientId, path: seenPath } = input
  const conversation = await findConversationWithHistory(db, {
    id,
    userId: user.id,
    clientId,
    limit: maxHistoryMessages,
  })
  if (!conversation) throw new AppError('not_found')
  const { help, hint } = assessMessage({ ...input, ...conversation })
  if (help) return sendHelp(context, agents, { ...input, recentHistory: conversation.recentHistory, edited: null, help })
  if (conversation.isRepeated) {
    await consumeReadLimit(context)
    const existing = await findExistingSend(context, input)
    if (existing) return existing
  }
  if (seenPath !== undefined && seenPath !== conversation.path) return { error: 'moved' }
  await consumeSendLimitOnce(context, input)
  return createQuestion(context, agents, {
    ...input,
    ...conversation,
    edited: null,
    usage: toTokenUsage(conversation),
    help: hint,
  })
}

interface Edit {
  messageId: string
  clientId: string
  content: string
}

/** Asks an edited version of a question. The old version and what followed it can be shown again. */
export async function edit(
  context: ChatContext,
  agents: AgentDirectory,
  { messageId, clientId, content }: Edit,
): Promise<SendResult> {
  const { db, user } = context
  const question = await findShownMessage(db, { id: messageId, userId: user.id })
  if (question?.role !== 'user') return editNotShown(context, agents, { messageId, clientId, content })
  const { id, conversationId, agentId, seq, path, versionOf, helpDeclinedAt } = question
  const edited = { id, seq, path, versionOf: versionOf ?? id }
  const { rows: recentHistory } = await historyBefore({ conversationId, before: seq, limit: maxHistoryMessages }).execute(db)
  const { help, hint } = assessMessage({ content, recentHistory, helpDeclinedAt })
  if (help) return sendHelp(context, agents, { conversationId, clientId, content, recentHistory, edited, help })
  const usage = await consumeSendLimitAndFindUsage(context)
  const input = { conversationId, clientId, content, agentId, edited, path, recentHistory, usage, help: hint }
  return createQuestion(context, agents, input)
}

/** Handles edits of hidden questions: a repeated request, or help, which does not wait for the right version. */
async function editNotShown(
  context: ChatContext,
  agents: AgentDirectory,
  { messageId, clientId, content }: Edit,
): Promise<SendResult> {
  const conversationId = await findConversationId(context.db, { id: messageId, userId: context.user.id })
  const input = conversationId !== undefined && { conversationId, clientId, content }
  const { help } = assessMessage({ content, recentHistory: [], helpDeclinedAt: null })
  if (input && help) return sendHelp(context, agents, { ...input, recentHistory: [], edited: null, help })
  await consumeReadLimit(context)
  const existing = input && (await findExistingSend(context, input))
  if (existing) return existing
  throw new AppError('not_found')
}

/**
 * Answers the last question again. An answer stays: the question is stored again as its next version. Help and failures are
 * replaced. With `isNotAboutMe`, the persona replies instead of help, and later replies get no hint; from `notes`, the offline engine.
 */
export async function retry(
  configured: ChatContext,
  agents: AgentDirectory,
  { messageId: oldId, isNotAboutMe = false, from }: { messageId: string; isNotAboutMe?: boolean; from?: 'notes' | undefined },
): Promise<RetryResult> {
  const context = from === 'notes' ? { ...configured, models: [] } : configured
  const { db, user, replyStreams } = context
  const old = await findShownMessage(db, { id: oldId, userId: user.id })
  const question = old?.questionId && (await findShownMessage(db, { id: old.questionId, userId: user.id }))
  if (!question || (isNotAboutMe && old.origin !== 'help')) {
    await consumeSendLimitAndFindUsage(context)
    throw new AppError('not_found')
  }
  const { conversationId, agentId, content, helpDeclinedAt } = question
  const { rows: recentHistory } = await historyBefore({
    conversationId,
    before: question.seq,
    limit: maxHistoryMessages,
  }).execute(db)
  const { help, hint } = isNotAboutMe ? nothing : assessMessage({ content, recentHistory, helpDeclinedAt })
  const { id, seq, path, versionOf } = question
  const version = isAnswer(old) && {
    clientId: uuidv7(),
    edited: { id, seq, path, versionOf: versionOf ?? id, retried: oldId },
  }
  if (help) {
    const input = { conversationId, content, recentHistory, help }
    if (version) return retryResult(await sendHelp(context, agents, { ...input, ...version }))
    return retryWithHelp(context, agents, { ...input, oldId })
  }
  const usage = await consumeSendLimitAndFindUsage(context)
  if (version) {
    const input = { conversationId, content, agentId, path, recentHistory, usage, help: hint }
    return retryResult(await createQuestion(context, agents, { ...input, ...version }))
  }
  if (old.status === 'running') return { error: 'busy', replyId: oldId }
  if (isPlanSpent(context, usage)) return { error: 'limit_reached', usage }
  const replyId = uuidv7()
  const plan = planTokens(context, usage, content)
  const ids = {
    conversationId,
    userId: user.id,
    processId: replyStreams.processId,
    replyId,
    plan,
    preview: messagePreview(content),
    help: hint,
  }
  for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
    const inserted = await mapUniqueViolation(
      replaceLastReply(db, ids, async (tx) => {
        const reply = await insertRetryReply(tx, { ...ids, oldId })
        if (reply && isNotAboutMe) await declineHelp(tx, conversationId)
        return reply
      }),
    )
    if (inserted === 'conflict') {
      const refusal = await busyRefusal(context, conversationId)
      if (refusal) return refusal
      continue
    }
    if (!inserted) return retryRefusal(context, conversationId, oldId)
    const reservedUsage = withinReservation(usage, plan, inserted)
    void generateReply(context, agents, { agentId, question: content, recentHistory, replyId, usage: reservedUsage, hint })
    return { error: null, reply: pendingReply(replyId, inserted, hint), path: inserted.path, usage }
  }
  throw insertConflict()
}

const nothing = { help: null, hint: null }

function retryResult(sent: SendResult): RetryResult {
  if (sent.error === 'moved') return { error: 'not_last' }
  if (sent.error !== null) return sent
  const { path } = sent
  return path === null ? { error: 'not_last' } : { ...sent, path }
}

interface QuestionInput extends SendInput {
  agentId: string
  edited: EditedQuestion | null
  path: number
  recentHistory: readonly HistoryMessage[]
  usage: Usage
  help: HelpKind | null
}

async function createQuestion(context: ChatContext, agents: AgentDirectory, input: QuestionInput): Promise<SendResult> {
  const { db, user, replyStreams } = context
  const { conversationId, clientId, content, agentId, edited, path, recentHistory, usage, help } = input
  if (isPlanSpent(context, usage)) return (await findExistingSend(context, input)) ?? { error: 'limit_reached', usage }
  const [questionId, replyId] = [uuidv7(), uuidv7()]
  const plan = planTokens(context, usage, content)
  const ids = { conversationId, userId: user.id, processId: replyStreams.processId, questionId, replyId, plan, help }
  const row = { ...ids, clientId, content, preview: messagePreview(content), path, versionOf: edited?.versionOf ?? null }
  for (let attempts = maxAttempts; attempts > 0; attempts -= 1) {
    const inserted = await mapUniqueViolation(insertOnBranch(db, { ...ids, edited }, (on) => insertQuestionWithReply(on, row)))
    if (inserted === 'conflict') {
      const existing = (await findExistingSend(context, input)) ?? (await busyRefusal(context, conversationId))
      if (existing) return existing
      continue
    }
    if (!inserted) return sendRefusal(context, input)
    const reservedUsage = withinReservation(usage, plan, inserted)
    void generateReply(context, agents, { agentId, question: content, recentHistory, replyId, usage: reservedUsage, hint: help })
    const question = newQuestion(questionId, inserted, input)
    return { error: null, question, reply: pendingReply(replyId, inserted, help), path: inserted.path, usage }
  }
  throw insertConflict()
}

/** Insert attempts, in case the conflicting reply ends before we look it up. */
const maxAttempts = 5
const insertConflict = () => new AppError('unavailable', { retryAfterSeconds: 1 })

async function consumeSendLimitAndFindUsage(context: ChatContext): Promise<Usage> {
  await consumeSendLimit(context)
  return findTokenUsage(context.db, context.user.id)
}

async function busyRefusal({ db, user }: ChatContext, id: string): Promise<(SendRefusal & { error: 'busy' }) | null> {
  const conversation = await findConversation(db, { id, userId: user.id })
  if (!conversation) throw new AppError('not_found')
  return conversation.running ? { error: 'busy', replyId: conversation.running } : null
}

async function noSlotOrNotFound({ db, user }: ChatContext, id: string): Promise<AppError> {
  const conversation = await findConversation(db, { id, userId: user.id })
  return conversation ? new AppError('too_many_requests', { retryAfterSeconds: 5 }) : new AppError('not_found')
}

/** The path may have changed, and with it the history before the question, or a message may follow a retried answer. */
async function sendRefusal(context: ChatContext, { conversationId: id, path, edited }: QuestionInput): Promise<SendResult> {
  const conversation = await findConversation(context.db, { id, userId: context.user.id })
  if (conversation && conversation.path !== path) return { error: 'moved' }
  if (edited?.retried && !(await isLast(context, id, edited.retried))) return { error: 'moved' }
  throw await noSlotOrNotFound(context, id)
}

async function retryRefusal(context: ChatContext, id: string, oldId: string): Promise<RetryResult> {
  if (!(await isLast(context, id, oldId))) return { error: 'not_last' }
  throw await noSlotOrNotFound(context, id)
}

/** Also true if the conversation has been deleted. */
async function isLast({ db }: ChatContext, conversationId: string, messageId: string): Promise<boolean> {
  const [last] = await listMessagesBefore(db, { conversationId, before: null })
  return !last || last.id === messageId
}
