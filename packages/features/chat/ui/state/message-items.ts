import type { Message } from '../../schema.ts'
import { type ConversationState, type PendingMessage, versionsOf } from './conversation-reducer.ts'
import { isRunning } from './reply-stream-state.ts'

/** Keys are stable when a question is stored and across its versions, so that nothing flashes or loses focus. */
export type MessageItem = { key: string; at: string } & (
  | { kind: 'question'; message: Message }
  | { kind: 'reply'; message: Message; text: string; growing: boolean; last: boolean }
  | { kind: 'outgoing'; outgoing: PendingMessage }
  | { kind: 'typing' }
)

export function toMessageItems(state: ConversationState): MessageItem[] {
  const { outgoing, retrying } = state
  const editedMessage = outgoing?.problem === null ? state.messages.find(({ id }) => id === outgoing.replaces) : undefined
  const visibleMessages = state.messages.filter(
    ({ id, seq }) => id !== retrying && seq < (editedMessage?.seq ?? Number.POSITIVE_INFINITY),
  )
  const items = visibleMessages.map((message, index) => toMessageItem(state, message, index === visibleMessages.length - 1))
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

function toMessageItem({ live, isDeleted }: ConversationState, message: Message, last: boolean): MessageItem {
  const at = message.created_at
  if (message.role === 'user') {
    const key = message.version ? versionsOf(message) : (message.clientId ?? message.id)
    return { key, at, kind: 'question', message }
  }
  const text = live?.id === message.id ? live.text : message.content
  return { key: message.id, at, kind: 'reply', message, text, growing: isRunning(message) && !isDeleted, last }
}

export const canSend = ({ outgoing, retrying, switching, live, isDeleted }: ConversationState) =>
  !(outgoing && outgoing.problem === null) && retrying === null && switching === null && live === null && !isDeleted
