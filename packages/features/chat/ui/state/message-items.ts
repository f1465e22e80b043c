import type { Message } from '../../schema.ts'
import { type Outgoing, type Talk, versionsOf } from './conversation-reducer.ts'
import { isRunning } from './reply-stream-state.ts'

/**
 * What the list shows, one under the other. A question keeps its key when it is stored, so that it does not appear twice, and all its
 * versions have the same one, so that the focus stays on the button that changes them.
 */
export type TalkItem = { key: string; at: string } & (
  | { kind: 'question'; message: Message }
  | { kind: 'reply'; message: Message; text: string; growing: boolean; last: boolean }
  | { kind: 'outgoing'; outgoing: Outgoing }
  | { kind: 'typing' }
)

export function itemsOf(talk: Talk): TalkItem[] {
  const { outgoing, retrying } = talk
  // while an edited question is on its way, what it stands for is out of sight; where it was refused, all is as it was
  const replaced = outgoing?.problem === null ? talk.messages.find(({ id }) => id === outgoing.replaces) : undefined
  const stored = talk.messages.filter(({ id, seq }) => id !== retrying && seq < (replaced?.seq ?? Number.POSITIVE_INFINITY))
  const items = stored.map((message, index) => itemOf(talk, message, index === stored.length - 1))
  if (outgoing)
    items.push({ key: replaced ? versionsOf(replaced) : outgoing.clientId, at: outgoing.at, kind: 'outgoing', outgoing })
  if (outgoing?.problem === null || retrying !== null) {
    items.push({ key: 'typing', at: outgoing?.at ?? items.at(-1)?.at ?? '', kind: 'typing' })
  }
  return items
}

function itemOf({ live, gone }: Talk, message: Message, last: boolean): TalkItem {
  const at = message.created_at
  if (message.role === 'user') {
    const key = message.version ? versionsOf(message) : (message.clientId ?? message.id)
    return { key, at, kind: 'question', message }
  }
  const text = live?.id === message.id ? live.text : message.content
  return { key: message.id, at, kind: 'reply', message, text, growing: isRunning(message) && !gone, last }
}

/** Whether another question may be sent now; the text is looked at elsewhere. */
export const isFree = ({ outgoing, retrying, switching, live, gone }: Talk) =>
  !(outgoing && outgoing.problem === null) && retrying === null && switching === null && live === null && !gone

/** Whether this month's tokens are used up. */
export const isUsedUp = ({ usage: { used, limit } }: Pick<Talk, 'usage'>) => limit !== 'unlimited' && used >= limit
