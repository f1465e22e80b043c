import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage } from '#billing/server/plans.ts'
import { regionsOf } from '#safety/rules.ts'
import { messagePreview } from '../../rules.ts'
import type { Message, ReplyHelp, RetryResult, SendResult } from '../../schema.ts'
import type { AgentDirectory, HistoryMessage } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import type { InsertedQuestion } from '../insert-question-queries.ts'
import { newQuestion, pendingReply } from '../message-dto.ts'
import { type EditedQuestion, insertOnBranch, replaceLastReply } from '../versions/question-versions.ts'
import { findExistingSend, mapUniqueViolation } from '../versions/repeated-send.ts'
import type { Help } from './assess-message.ts'
import * as queries from './help-queries.ts'

interface HelpInput {
  conversationId: string
  content: string
  /** Newest first. */
  recentHistory: readonly HistoryMessage[]
  help: Help
}

type HelpQuestion = HelpInput & { clientId: string; edited: EditedQuestion | null }

/** Stores a message of distress with help, despite all limits, and stops a running reply. Idempotent by `clientId`. */
export async function sendHelp(context: ChatContext, agents: AgentDirectory, input: HelpQuestion): Promise<SendResult> {
  const { db, user } = context
  const { conversationId, clientId, content, edited, help } = input
  const [questionId, replyId, text] = [uuidv7(), uuidv7(), helpTextFor(context, agents, input)]
  const ids = { conversationId, userId: user.id, questionId, replyId, kind: help.kind }
  const version = edited && { of: edited.versionOf, path: edited.path }
  const insert = (on: Db) => queries.insertHelp(on, { ...ids, clientId, content, text, preview: messagePreview(text), version })
  const inserted = await mapUniqueViolation(insertOnBranch(db, { ...ids, edited }, insert))
  if (inserted === 'conflict') {
    const existing = await findExistingSend(context, input)
    if (existing) return existing
    throw new AppError('unavailable', { retryAfterSeconds: 1 })
  }
  if (!inserted && edited?.retried) return { error: 'moved' }
  // Another version is shown by now. Store the edit as a new question, because help must not wait.
  if (!inserted && edited) return sendHelp(context, agents, { ...input, edited: null })
  if (!inserted) throw new AppError('not_found')
  const [question, usage] = [newQuestion(questionId, inserted, input), await findTokenUsage(db, user.id)]
  return { error: null, question, reply: helpReply(replyId, inserted, help.kind, text), path: inserted.path, usage }
}

/** Replaces the last reply with help. */
export async function retryWithHelp(
  context: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { oldId: string },
): Promise<RetryResult> {
  const { db, user } = context
  const { conversationId, oldId, help } = input
  const [replyId, text] = [uuidv7(), helpTextFor(context, agents, input)]
  const ids = { conversationId, userId: user.id, replyId, oldId }
  const inserted = await replaceLastReply(db, ids, (tx) =>
    queries.insertRetryHelp(tx, { ...ids, kind: help.kind, text, preview: messagePreview(text) }),
  )
  if (!inserted) return { error: 'not_last' }
  const reply = helpReply(replyId, inserted, help.kind, text)
  return { error: null, reply, path: inserted.path, usage: await findTokenUsage(db, user.id) }
}

/** In the language of the message, with the numbers of the browser's region. */
function helpTextFor(
  { locale: page, acceptLanguage }: ChatContext,
  agents: AgentDirectory,
  { content, recentHistory, help }: HelpInput,
): string {
  const locale = agents.detectLanguage({ question: content, history: recentHistory.toReversed(), page })
  return help.text({ locale, regions: regionsOf(acceptLanguage, locale) })
}

const helpReply = (id: string, inserted: InsertedQuestion, kind: ReplyHelp, content: string): Message => ({
  ...pendingReply(id, inserted, kind),
  content,
  status: 'done',
  origin: 'help',
})
