import type { HelpKind } from '../../../safety/rules.ts'
import { type Answer, answerText } from '../../../safety/server/after-help/answer-text.ts'
import { changesSubject, saysNotMeant } from '../../../safety/server/after-help/subject.ts'
import { topicOf } from '../../../safety/server/after-help/topics.ts'
import { detectDistress } from '../../../safety/server/distress.ts'
import { type HelpPlace, helpText } from '../../../safety/server/help-text.ts'
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
  const distress = detectDistress(content)
  const state = stateOf(recentHistory)
  if (distress?.level === 'certain')
    return { help: state?.kind === distress.kind ? answerOf('now', distress.kind) : fullHelp(distress.kind), hint: null }
  const answer = state && answerInState(content, state, distress !== null)
  if (answer !== null) return { help: answer, hint: null }
  return { help: null, hint: helpDeclinedAt === null ? (distress?.kind ?? null) : null }
}

const fullHelp = (kind: HelpKind): Help => ({ kind, text: (place) => helpText(kind, place) })

const answerOf = (answer: Answer, kind: HelpKind): Help => ({
  kind: answer === 'over' ? 'over' : kind,
  text: (place) => answerText(answer, kind, place),
})

interface State {
  kind: HelpKind
  /** Replies since the last help. */
  age: number
  /** Help in a row. */
  answered: number
}

/** How many replies of a persona may follow help before a question about the call no longer returns to it. */
const maxAge = 2

function stateOf(recentHistory: readonly HistoryMessage[]): State | null {
  const replies = recentHistory.filter(({ role }) => role === 'assistant')
  const age = replies.findIndex(({ isHelp }) => isHelp)
  const kind = replies[age]?.help
  if (!kind || kind === 'over' || age > maxAge) return null
  const end = replies.findIndex(({ isHelp }, index) => index > age && !isHelp)
  return { kind, age, answered: (end === -1 ? replies.length : end) - age }
}

function answerInState(content: string, { kind, age, answered }: State, isDistress: boolean): Help | null {
  const topic = topicOf(content)
  if (age > 0) return topic === 'unanswered' || topic === 'say' ? answerOf(topic, kind) : null
  if (isDistress) return answerOf(topic ?? answered, kind)
  if (saysNotMeant(content)) return answerOf('over', kind)
  return changesSubject(content) ? null : answerOf(topic ?? answered - 1, kind)
}

/** Removes crisis help and the questions that got it, for the notes search and the offline engine. */
export const withoutHelp = <Message extends HistoryMessage>(newestFirst: readonly Message[]): Message[] =>
  newestFirst.filter((message, index) => !message.isHelp && !(message.role === 'user' && newestFirst[index - 1]?.isHelp))
