import type { Db } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { tokenUsage } from '../../../billing/server/plans.ts'
import type { Crisis } from '../../../safety/rules.ts'
import type { Distress } from '../../../safety/server/crisis-detection.ts'
import { helpFollowUp, helpLanguage, helpText } from '../../../safety/server/help-text.ts'
import { beginning } from '../../rules.ts'
import type { Message, RetryAnswer, SendAnswer } from '../../schema.ts'
import type { ChatWorld } from '../context.ts'
import { emptyReply, questionOf } from '../message-dto.ts'
import type { Agents, Turn } from '../responder.ts'
import type { Placed } from '../send-message-queries.ts'
import { type Edited, lastReply, placeOnPath } from '../versions/question-versions.ts'
import { storedPair, unlessTaken } from '../versions/repeated-send.ts'
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
export function helpFor(content: string, distress: Distress | null, turns: readonly Turn[]): Help | null {
  if (distress) return { kind: distress.crisis, language: distress.language }
  const [reply] = turns
  if (!reply?.isHelp || request.test(content)) return null
  const language = helpLanguage(reply.content)
  const isRepeated = language !== null && reply.content === helpFollowUp(language, false)
  return { kind: isRepeated ? 'after_again' : 'after', language }
}

/** What was said without the messages that got help, and the help: no model is sent them, and no note is looked up for them. */
export const withoutHelp = (turns: readonly Turn[]): Turn[] =>
  turns.filter((turn, index) => !turn.isHelp && !(turn.role === 'user' && turns[index - 1]?.isHelp))

interface Given {
  conversationId: string
  content: string
  help: Help
  /** What was said before it, newest first. */
  turns: readonly Turn[]
}

/**
 * Stores a message with the help that it gets, and returns both. No limit holds it back, nothing is counted, and another reply that is being
 * written in this conversation is stopped. Repeated under its client's id it gets the first answer again.
 */
export async function sendHelp(
  world: ChatWorld,
  agents: Agents,
  given: Given & { clientId: string; edited: Edited | null },
): Promise<SendAnswer> {
  const { db, user } = world
  const { conversationId, clientId, content, edited } = given
  const [questionId, replyId, text] = [uuidv7(), uuidv7(), textOf(world, agents, given)]
  const ids = { conversationId, userId: user.id, questionId, replyId }
  const version = edited && { of: edited.versionOf, path: edited.path }
  const insert = (on: Db) => queries.insertHelp(on, { ...ids, clientId, content, text, last: beginning(text), version })
  const placed = await unlessTaken(placeOnPath(db, { conversationId, questionId, edited }, insert))
  if (placed === 'taken') {
    const before = await storedPair(world, given)
    if (before) return before
    throw new AppError('unavailable', { retryAfterSeconds: 1 })
  }
  // another version is shown since a moment ago: then it is a message of its own, because help does not wait
  if (!placed && edited) return sendHelp(world, agents, { ...given, edited: null })
  if (!placed) throw new AppError('not_found')
  const [question, usage] = [questionOf(questionId, placed, given), await tokenUsage(db, user.id)]
  return { error: null, question, reply: helpReply(replyId, placed, text), path: placed.path, usage }
}

/** Puts help in the place of the last reply; null when the conversation went on meanwhile. */
export async function helpAgain(world: ChatWorld, agents: Agents, given: Given & { oldId: string }): Promise<RetryAnswer | null> {
  const { db, user } = world
  const { conversationId, oldId } = given
  const [replyId, text] = [uuidv7(), textOf(world, agents, given)]
  const ids = { conversationId, userId: user.id, replyId, oldId }
  const placed = await lastReply(db, ids, (tx) => queries.insertHelpAgain(tx, { ...ids, text, last: beginning(text) }))
  if (!placed) return null
  return { error: null, reply: helpReply(replyId, placed, text), path: placed.path, usage: await tokenUsage(db, user.id) }
}

/** The help text, in the language of the distress, else of the conversation, else of the page. */
function textOf({ locale: page }: ChatWorld, agents: Agents, { help: { kind, language: told }, content, turns }: Given): string {
  const language = told ?? agents.languageOf({ question: content, history: turns.toReversed(), page })
  return kind === 'after' || kind === 'after_again' ? helpFollowUp(language, kind === 'after_again') : helpText(kind, language)
}

const helpReply = (id: string, placed: Placed, content: string): Message => ({
  ...emptyReply(id, placed),
  content,
  status: 'done',
  origin: 'help',
})
