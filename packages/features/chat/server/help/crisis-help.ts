import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage } from '../../../billing/server/plans.ts'
import type { Crisis } from '../../../safety/rules.ts'
import type { Distress } from '../../../safety/server/crisis-detection.ts'
import { helpFollowUp, helpLanguage, helpText } from '../../../safety/server/help-text.ts'
import { messagePreview } from '../../rules.ts'
import type { Message, RetryAnswer, SendAnswer } from '../../schema.ts'
import type { AgentDirectory, HistoryMessage } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import { newQuestion, pendingReply } from '../message-dto.ts'
import type { InsertedQuestion } from '../send-message-queries.ts'
import { type EditedQuestion, insertOnBranch, replaceLastReply } from '../versions/question-versions.ts'
import { findExistingSend, mapUniqueViolation } from '../versions/repeated-send.ts'
import * as queries from './help-queries.ts'

export interface Help {
  /** `after`: the previous reply was help, and the user continues. */
  kind: Crisis | 'after' | 'after_again'
  language: Locale | null
}

/** Matches a question or request, as opposed to a statement about oneself. */
const request =
  /\?|^\W*(?:who|what|when|where|which|how|why|tell|explain|show|describe|quem|que|qual|quais|quando|onde|como|por ?que|cont[ae]|fal[ea]|expli(?:ca|que)|mostr[ae])(?!\p{L})/iu

/** Returns crisis help or null. After help, statements get a follow-up: no persona and no quota notice during distress. */
export function helpFor(content: string, distress: Distress | null, recentHistory: readonly HistoryMessage[]): Help | null {
  if (distress) return { kind: distress.crisis, language: distress.language }
  const [reply] = recentHistory
  if (!reply?.isHelp || request.test(content)) return null
  const language = helpLanguage(reply.content)
  const isRepeated = language !== null && reply.content === helpFollowUp(language, false)
  return { kind: isRepeated ? 'after_again' : 'after', language }
}

/** Removes crisis help and the messages that got it, so that neither reaches a model or the notes search. */
export const withoutHelp = (recentHistory: readonly HistoryMessage[]): HistoryMessage[] =>
  recentHistory.filter((message, index) => !message.isHelp && !(message.role === 'user' && recentHistory[index - 1]?.isHelp))

interface HelpInput {
  conversationId: string
  content: string
  help: Help
  recentHistory: readonly HistoryMessage[]
}

/** Stores a message with its help, bypassing quota and rate limits, and stops a running reply. Idempotent by `clientId`. */
export async function sendHelp(
  context: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { clientId: string; edited: EditedQuestion | null },
): Promise<SendAnswer> {
  const { db, user } = context
  const { conversationId, clientId, content, edited } = input
  const [questionId, replyId, text] = [uuidv7(), uuidv7(), helpTextFor(context, agents, input)]
  const ids = { conversationId, userId: user.id, questionId, replyId }
  const version = edited && { of: edited.versionOf, path: edited.path }
  const insert = (on: Db) => queries.insertHelp(on, { ...ids, clientId, content, text, preview: messagePreview(text), version })
  const inserted = await mapUniqueViolation(insertOnBranch(db, { conversationId, questionId, edited }, insert))
  if (inserted === 'conflict') {
    const existing = await findExistingSend(context, input)
    if (existing) return existing
    throw new AppError('unavailable', { retryAfterSeconds: 1 })
  }
  // Another version is shown by now. Store the edit as a new question, because help must not wait.
  if (!inserted && edited) return sendHelp(context, agents, { ...input, edited: null })
  if (!inserted) throw new AppError('not_found')
  const [question, usage] = [newQuestion(questionId, inserted, input), await findTokenUsage(db, user.id)]
  return { error: null, question, reply: helpReply(replyId, inserted, text), path: inserted.path, usage }
}

/** Replaces the last reply with help. Returns null if the conversation has continued meanwhile. */
export async function retryWithHelp(
  context: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { oldId: string },
): Promise<RetryAnswer | null> {
  const { db, user } = context
  const { conversationId, oldId } = input
  const [replyId, text] = [uuidv7(), helpTextFor(context, agents, input)]
  const ids = { conversationId, userId: user.id, replyId, oldId }
  const inserted = await replaceLastReply(db, ids, (tx) =>
    queries.insertRetryHelp(tx, { ...ids, text, preview: messagePreview(text) }),
  )
  if (!inserted) return null
  return { error: null, reply: helpReply(replyId, inserted, text), path: inserted.path, usage: await findTokenUsage(db, user.id) }
}

function helpTextFor(
  { locale: page }: ChatContext,
  agents: AgentDirectory,
  { help: { kind, language: languageHint }, content, recentHistory }: HelpInput,
): string {
  const language = languageHint ?? agents.detectLanguage({ question: content, history: recentHistory.toReversed(), page })
  return kind === 'after' || kind === 'after_again' ? helpFollowUp(language, kind === 'after_again') : helpText(kind, language)
}

const helpReply = (id: string, inserted: InsertedQuestion, content: string): Message => ({
  ...pendingReply(id, inserted),
  content,
  status: 'done',
  origin: 'help',
})
