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
import type { ChatContext } from '../context.ts'
import { newQuestion, pendingReply } from '../message-dto.ts'
import type { AgentDirectory, HistoryMessage } from '../responder.ts'
import type { InsertedTurn } from '../send-message-queries.ts'
import { type EditedQuestion, insertOnPath, replaceLastReply } from '../versions/question-versions.ts'
import { findExistingSend, orConflict } from '../versions/repeated-send.ts'
import * as queries from './help-queries.ts'

/** The help that a message gets in place of a reply. */
export interface Help {
  /** `after`: the reply before was help, and the person writes on. */
  kind: Crisis | 'after' | 'after_again'
  /** Null where the words of the message do not tell. */
  language: Locale | null
}

/** What asks for something, rather than telling how one is; with or without its question mark. */
const request =
  /\?|^\W*(?:who|what|when|where|which|how|why|tell|explain|show|describe|quem|que|qual|quais|quando|onde|como|por ?que|cont[ae]|fal[ea]|expli(?:ca|que)|mostr[ae])(?!\p{L})/iu

/**
 * Returns the help that a message gets, given the crisis it tells of and what was said before it (newest first); null for a reply as usual.
 * Whoever got help and writes on without a question is not sent back to a persona's topics, nor to what is left of a plan.
 */
export function helpFor(content: string, distress: Distress | null, recentHistory: readonly HistoryMessage[]): Help | null {
  if (distress) return { kind: distress.crisis, language: distress.language }
  const [reply] = recentHistory
  if (!reply?.isHelp || request.test(content)) return null
  const language = helpLanguage(reply.content)
  const isRepeated = language !== null && reply.content === helpFollowUp(language, false)
  return { kind: isRepeated ? 'after_again' : 'after', language }
}

/** What was said without the messages that got help, and the help: no model is sent them, and no note is looked up for them. */
export const withoutHelp = (recentHistory: readonly HistoryMessage[]): HistoryMessage[] =>
  recentHistory.filter((message, index) => !message.isHelp && !(message.role === 'user' && recentHistory[index - 1]?.isHelp))

interface HelpInput {
  conversationId: string
  content: string
  help: Help
  /** What was said before it, newest first. */
  recentHistory: readonly HistoryMessage[]
}

/**
 * Stores a message with the help that it gets, and returns both. No limit holds it back, nothing is counted, and another reply that is being
 * written in this conversation is stopped. Repeated under its client's id it gets the first answer again.
 */
export async function sendHelp(
  world: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { clientId: string; edited: EditedQuestion | null },
): Promise<SendAnswer> {
  const { db, user } = world
  const { conversationId, clientId, content, edited } = input
  const [questionId, replyId, text] = [uuidv7(), uuidv7(), helpTextFor(world, agents, input)]
  const ids = { conversationId, userId: user.id, questionId, replyId }
  const version = edited && { of: edited.versionOf, path: edited.path }
  const insert = (on: Db) => queries.insertHelp(on, { ...ids, clientId, content, text, last: messagePreview(text), version })
  const inserted = await orConflict(insertOnPath(db, { conversationId, questionId, edited }, insert))
  if (inserted === 'conflict') {
    const existing = await findExistingSend(world, input)
    if (existing) return existing
    throw new AppError('unavailable', { retryAfterSeconds: 1 })
  }
  // another version is shown since a moment ago: then it is a message of its own, because help does not wait
  if (!inserted && edited) return sendHelp(world, agents, { ...input, edited: null })
  if (!inserted) throw new AppError('not_found')
  const [question, usage] = [newQuestion(questionId, inserted, input), await findTokenUsage(db, user.id)]
  return { error: null, question, reply: helpReply(replyId, inserted, text), path: inserted.path, usage }
}

/** Puts help in the place of the last reply; null when the conversation went on meanwhile. */
export async function retryWithHelp(
  world: ChatContext,
  agents: AgentDirectory,
  input: HelpInput & { oldId: string },
): Promise<RetryAnswer | null> {
  const { db, user } = world
  const { conversationId, oldId } = input
  const [replyId, text] = [uuidv7(), helpTextFor(world, agents, input)]
  const ids = { conversationId, userId: user.id, replyId, oldId }
  const inserted = await replaceLastReply(db, ids, (tx) =>
    queries.insertRetryHelp(tx, { ...ids, text, last: messagePreview(text) }),
  )
  if (!inserted) return null
  return { error: null, reply: helpReply(replyId, inserted, text), path: inserted.path, usage: await findTokenUsage(db, user.id) }
}

/** The help text, in the language of the distress, else of the conversation, else of the page. */
function helpTextFor(
  { locale: page }: ChatContext,
  agents: AgentDirectory,
  { help: { kind, language: languageHint }, content, recentHistory }: HelpInput,
): string {
  const language = languageHint ?? agents.detectLanguage({ question: content, history: recentHistory.toReversed(), page })
  return kind === 'after' || kind === 'after_again' ? helpFollowUp(language, kind === 'after_again') : helpText(kind, language)
}

const helpReply = (id: string, inserted: InsertedTurn, content: string): Message => ({
  ...pendingReply(id, inserted),
  content,
  status: 'done',
  origin: 'help',
})
