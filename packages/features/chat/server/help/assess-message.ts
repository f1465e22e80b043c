import { isAboutOther } from '@duo/engine/distress/about-other.ts'
import { type Distress, detectDistress } from '@duo/engine/distress/distress.ts'
import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { changesSubject, saysNotMeant } from '@duo/engine/distress/subject.ts'
import { type Topic, topicOf } from '@duo/engine/distress/topics.ts'
import { type HelpReply, helpReplyText } from '#safety/server/help-reply.ts'
import { type HelpPlace, helpText } from '#safety/server/help-text.ts'
import type { ReplyHelp } from '../../schema.ts'
import type { HistoryMessage } from '../agent-directory.ts'

export interface Help {
  kind: ReplyHelp
  text: (place: HelpPlace) => string
}

interface Assessment {
  /** Replaces the persona's reply. */
  help: Help | null
  /** The kind of a distress that is possible: the reply gets the line that leads to help. */
  hint: HelpKind | null
}

interface AssessedMessage {
  content: string
  /** Newest first. */
  recentHistory: readonly HistoryMessage[]
  helpDeclinedAt: Date | null
}

/**
 * Decides between help, a persona's reply and a reply with a hint (decision 34). Help is a state: it lasts until the subject clearly
 * changes or the user says that it was a misunderstanding.
 */
export function assessMessage({ content, recentHistory, helpDeclinedAt }: AssessedMessage): Assessment {
  const state = stateOf(recentHistory)
  if (state?.isHelp) return { help: replyInState(content, state), hint: null }
  const topic = state && topicOf(content)
  if (state && topic && afterPersona.includes(topic) && !changesSubject(content))
    return { help: replyOf(topic, state), hint: null }
  const distress = detectDistress(content, state !== null && helpDeclinedAt === null)
  if (distress?.level === 'certain') return { help: fullHelp(kindNow(distress, state), content), hint: null }
  return { help: null, hint: helpDeclinedAt === null ? (distress?.kind ?? null) : null }
}

/** A short message says less about its kind than the one that brought help or a hint a moment ago. */
const kindNow = (distress: Distress, state: State | null): HelpKind => (state && !distress.isNamed ? state.kind : distress.kind)

const fullHelp = (kind: HelpKind, content: string): Help => ({
  kind,
  text: (place) => helpText(kind, place, { isAboutOther: isAboutOther(content) }),
})

const replyOf = (reply: HelpReply, { kind, question }: State): Help => ({
  kind: reply === 'over' || (reply === 'called' && kind === 'danger') ? 'over' : kind,
  text: (place) => helpReplyText(reply, kind, place, isAboutOther(question)),
})

interface State {
  /** Of the last help or hint. */
  kind: HelpKind
  /** The message that brought the state about. */
  question: string
  /** Whether the last reply is help: the state holds. Else a hint or a persona's reply came after it. */
  isHelp: boolean
  /** Help in a row. */
  replied: number
}

/** How many replies of a persona may follow help or a hint before the conversation is like any other. */
const maxAge = 3

function stateOf(recentHistory: readonly HistoryMessage[]): State | null {
  const replies = recentHistory.filter(({ role }) => role === 'assistant')
  const age = replies.findIndex(({ help }) => help && help !== 'over')
  const last = replies[age]
  if (!last?.help || last.help === 'over' || age > maxAge) return null
  const end = replies.findIndex(({ isHelp }, index) => index > age && !isHelp)
  const replied = last.isHelp ? (end === -1 ? replies.length : end) - age : 0
  const first = recentHistory.indexOf(replies[age + Math.max(replied, 1) - 1] ?? last)
  const question = recentHistory[first + 1]?.content ?? ''
  return { kind: last.help, question, isHelp: age === 0 && last.isHelp === true, replied }
}

/** Topics that get help even after a hint, or when a persona has replied since. */
const afterPersona: readonly (Topic | null)[] = ['urgent', 'unanswered', 'police', 'say', 'secret', 'firstAid', 'called']

/** Returns null if the subject has clearly changed. What a message asks is replied to first, unless it also names danger. */
function replyInState(content: string, state: State): Help | null {
  const distress = detectDistress(content)
  const topic = topicOf(content)
  if (topic === 'minor' && state.kind !== 'danger' && state.kind !== 'child') return fullHelp('child', content)
  if (distress?.isNamed) return distress.kind === state.kind ? replyOf('now', state) : fullHelp(distress.kind, content)
  if (distress?.level === 'certain') return replyOf(topic ?? 'now', state)
  if (distress) return replyOf(topic ?? state.replied, state)
  if (saysNotMeant(content)) return replyOf('over', state)
  // in immediate danger, only the user's word ends the state
  if (state.kind !== 'danger' && changesSubject(content)) return null
  return replyOf(topic ?? state.replied - 1, state)
}

/** Removes crisis help and the questions that got it, for the notes search and the offline engine. */
export const withoutHelp = <Message extends HistoryMessage>(newestFirst: readonly Message[]): Message[] =>
  newestFirst.filter((message, index) => !message.isHelp && !(message.role === 'user' && newestFirst[index - 1]?.isHelp))
