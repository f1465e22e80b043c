import { isComplete } from '../../rules.ts'
import type { Message } from '../../schema.ts'
import { type ConversationState, type PendingMessage, versionsOf } from './conversation-reducer.ts'
import { isRunning } from './reply-stream-state.ts'

/** The version before the shown one, of a question whose reply broke off or failed. */
export interface EarlierAnswer {
  question: Message
  id: string
}

/** Keys are stable when a question is stored and across its versions, so that nothing flashes or loses focus. */
export type MessageItem = { key: string; at: string } & (
  | { kind: 'question'; message: Message }
  | { kind: 'reply'; message: Message; earlier: EarlierAnswer | null; text: string; growing: boolean; last: boolean }
  | { kind: 'outgoing'; outgoing: PendingMessage }
  | { kind: 'typing' }
)

export function toMessageItems(state: ConversationState): MessageItem[] {
  const { outgoing, retrying } = state
  const editedMessage = outgoing?.problem === null ? state.messages.find(({ id }) => id === outgoing.replaces) : undefined
  const visibleMessages = state.messages.filter(
    ({ id, seq }) => id !== retrying && seq < (editedMessage?.seq ?? Number.POSITIVE_INFINITY),
  )
  const items = visibleMessages.map((message, index) =>
    toMessageItem(state, message, { question: visibleMessages[index - 1], last: index === visibleMessages.length - 1 }),
  )
  if (outgoing)
    items.push({
      key: editedMessage ? versionsOf(editedMessage) : outgoing.clientId,
      at: outgoing.at,
      kind: 'outgoing',
      outgoing,
    })
  if (outgoing?.problem === null || retrying !== null) {
    items.push({ key: 'typing', at: outgoing?.at ?? items.at(-1)?.at ?? '', kind: 'typing' })
  }
  return items
}

function toMessageItem(
  { live, isDeleted }: ConversationState,
  message: Message,
  { question, last }: { question: Message | undefined; last: boolean },
): MessageItem {
  const at = message.created_at
  if (message.role === 'user') {
    const key = message.version ? versionsOf(message) : (message.clientId ?? message.id)
    return { key, at, kind: 'question', message }
  }
  const text = live?.id === message.id ? live.text : message.content
  return {
    key: message.id,
    at,
    kind: 'reply',
    message,
    earlier: earlierAnswer(message, question),
    text,
    growing: isRunning(message) && !isDeleted,
    last,
  }
}

function earlierAnswer(reply: Message, question: Message | undefined): EarlierAnswer | null {
  const id = question?.version?.previous
  return question && id && !isRunning(reply) && !isComplete(reply) ? { question, id } : null
}

export const canSend = ({ outgoing, retrying, switching, live, isDeleted }: ConversationState) =>
  !(outgoing && outgoing.problem === null) && retrying === null && switching === null && live === null && !isDeleted
