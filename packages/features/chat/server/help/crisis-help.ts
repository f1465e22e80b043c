import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage } from '../../../billing/server/plans.ts'
import type { Crisis } from '../../../safety/rules.ts'
import { detectCrisis } from '../../../safety/server/crisis-detection.ts'
import { helpFollowUp, helpLanguage, helpText } from '../../../safety/server/help-text.ts'
import { messagePreview } from '../../rules.ts'
import type { Message, RetryAnswer, SendAnswer } from '../../schema.ts'
import type { AgentDirectory, HistoryMessage } from '../agent-directory.ts'
import type { ChatContext } from '../context.ts'
import type { InsertedQuestion } from '../insert-question-queries.ts'
import { newQuestion, pendingReply } from '../message-dto.ts'
import { type EditedQuestion, insertOnBranch, replaceLastReply } from '../versions/question-versions.ts'
import { findExistingSend, mapUniqueViolation } from '../versions/repeated-send.ts'
import * as queries from './help-queries.ts'

interface Help {
  /** `after`: the previous reply was help, and the user continues. */
  kind: Crisis | 'after' | 'after_again'
  language: Locale | null
}

interface HelpInput {
  conversationId: string
  content: string
  /** Newest first. */
  recentHistory: readonly HistoryMessage[]
}

/** Matches a question or request, as opposed to a statement about oneself. */
const request =
  /\?|^\W*(?:who|what|when|where|which|how|why|tell|explain|show|describe|quem|que|qual|quais|quando|onde|como|por ?que|cont[ae]|fal[ea]|expli(?:ca|que)|mostr[ae])(?!\p{L})/iu

/** Returns crisis help or null. After help, statements get a follow-up: no persona and no quota notice during distress. */
function helpFor({ content, recentHistory }: HelpInput): Help | null {
  const distress = detectCrisis(content)
  if (distress) return { kind: distress.crisis, language: distress.language }
  const [reply] = recentHistory
  if (!reply?.isHelp || request.test(content)) return null
  const language = helpLanguage(reply.content)
  const isRepeated = language !== null && reply.content === helpFollowUp(language, false)
  return { kind: isRepeated ? 'after_again' : 'after', language }
}

/** Removes crisis help and the messages that got it, so that neither reaches a model or the notes search. */
export const removeHelp = (recentHistory: readonly HistoryMessage[]): HistoryMessage[] =>
  recentHistory.filter((message, index) => !message.isHelp && !(message.role === 'user' && recentHistory[index - 1]?.isHelp))

type HelpQuestion = HelpInput & { clientId: string; edited: EditedQuestion | null }

/** Stores a message of distress with help, despite all limits, and stops a running reply. Else returns null. Idempotent by `clientId`. */
export async function sendHelpIfNeeded(
  context: ChatContext,
  agents: AgentDirectory,
  input: HelpQuestion,
): Promise<SendAnswer | null> {
  const help = helpFor(input)
  return help && sendHelp(context, input, helpTextFor(context, agents, help, input))
}

async function sendHelp(context: ChatContext, input: HelpQuestion, text: string): Promise<SendAnswer> {
  const { db, user } = context
  const { conversationId, clientId, content, edited } = input
  const [questionId, replyId] = [uuidv7(), uuidv7()]
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
  if (!inserted && edited) return sendHelp(context, { ...input, edited: null }, text)
  if (!inserted) throw new AppError('not_found')
  const [question, usage] = [newQuestion(questionId, inserted, input), await findTokenUsage(db, user.id)]
  return { error: null, question, reply: helpReply(replyId, inserted, text), path: inserted.path, usage }
}

/** Replaces the last reply with help, if its question needs it. */
export async function retryWithHelpIfNeeded(
  context: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { oldId: string },
): Promise<RetryAnswer | null> {
  const help = helpFor(input)
  if (!help) return null
  const { db, user } = context
  const { conversationId, oldId } = input
  const [replyId, text] = [uuidv7(), helpTextFor(context, agents, help, input)]
  const ids = { conversationId, userId: user.id, replyId, oldId }
  const inserted = await replaceLastReply(db, ids, (tx) =>
    queries.insertRetryHelp(tx, { ...ids, text, preview: messagePreview(text) }),
  )
  if (!inserted) return { error: 'not_last' }
  return { error: null, reply: helpReply(replyId, inserted, text), path: inserted.path, usage: await findTokenUsage(db, user.id) }
}

function helpTextFor(
  { locale: page }: ChatContext,
  agents: AgentDirectory,
  { kind, language: languageHint }: Help,
  { content, recentHistory }: HelpInput,
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
