import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { Message } from '../../schema.ts'
import { readDraft, type SentMessage, saveDraft, type UnconfirmedMessage } from '../composer/draft-storage.ts'

/** Far more than anyone sends without a response. */
const maxUnconfirmed = 10

/**
 * The id of a message is its idempotency key: a message whose response was lost, sent again from the field or after a reload, is stored
 * once. Ids are in memory too, because storage may be blocked. `arrived` are those that were then found in the conversation.
 */
export function useClientIds(conversationId: string, messages: readonly Pick<Message, 'clientId'>[]) {
  const [arrived, setArrived] = useState<SentMessage[]>([])
  const unconfirmed = useRef<UnconfirmedMessage[] | null>(null)

  const read = useCallback(() => {
    unconfirmed.current ??= readDraft(conversationId).unconfirmed
    return unconfirmed.current
  }, [conversationId])

  /** On another path the same text is another message: the first one may be hidden there. */
  const clientIdOf = ({ content, replaces }: Omit<SentMessage, 'clientId'>, path: number): string => {
    const same = read().find((message) => message.content === content && message.replaces === replaces && message.path === path)
    if (same) return same.clientId
    const clientId = uuid()
    unconfirmed.current = [...read(), { clientId, content, replaces, path }].slice(-maxUnconfirmed)
    saveDraft(conversationId, { unconfirmed: unconfirmed.current })
    return clientId
  }

  /** Once there is a response: the message is stored, or certainly not. Returns the removed ones. */
  const forget = useCallback(
    (...clientIds: (string | null)[]): SentMessage[] => {
      const removed = read().filter(({ clientId }) => clientIds.includes(clientId))
      if (removed.length === 0) return []
      unconfirmed.current = read().filter((message) => !removed.includes(message))
      // a sign-out has cleared the storage
      if (readDraft(conversationId).unconfirmed.length > 0) saveDraft(conversationId, { unconfirmed: unconfirmed.current })
      return removed
    },
    [read, conversationId],
  )

  useEffect(() => {
    const found = forget(...messages.map(({ clientId }) => clientId))
    if (found.length > 0) setArrived(found)
  }, [messages, forget])

  return { clientIdOf, forget, arrived }
}
