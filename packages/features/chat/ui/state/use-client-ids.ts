import { useCallback, useEffect, useRef, useState } from 'react'
import type { Message } from '../../schema.ts'
import { readDraft, type SentMessage, saveDraft } from '../composer/draft-storage.ts'

/** Far more than anyone sends without a response. */
const maxUnconfirmed = 10

type WithClientId = Pick<Message, 'clientId'>

/**
 * The id of a message is its idempotency key: a message whose response was lost, sent again from the field or after a reload, is stored
 * once. Ids are in memory too, because storage may be blocked. `arrivedTexts` are those of messages that were found in the conversation.
 */
export function useClientIds(conversationId: string, messages: readonly WithClientId[]) {
  const [arrivedTexts, setArrivedTexts] = useState<string[]>([])
  const unconfirmed = useRef<SentMessage[] | null>(null)

  const read = useCallback(() => {
    unconfirmed.current ??= readDraft(conversationId).unconfirmed
    return unconfirmed.current
  }, [conversationId])

  const write = useCallback(
    (left: SentMessage[]) => {
      unconfirmed.current = left
      saveDraft(conversationId, { unconfirmed: left })
    },
    [conversationId],
  )

  const clientIdOf = ({ content, replaces }: Omit<SentMessage, 'clientId'>): string => {
    const same = read().find((message) => message.content === content && message.replaces === replaces)
    if (same) return same.clientId
    const clientId = crypto.randomUUID()
    write([...read(), { clientId, content, replaces }].slice(-maxUnconfirmed))
    return clientId
  }

  /** Forgets the ids of messages that are stored, and returns their texts. */
  const takeStored = useCallback(
    (present: readonly WithClientId[]): string[] => {
      const ids = new Set(present.map(({ clientId }) => clientId))
      const stored = read().filter(({ clientId }) => ids.has(clientId))
      if (stored.length > 0) write(read().filter((message) => !stored.includes(message)))
      return stored.map(({ content }) => content)
    },
    [read, write],
  )
  useEffect(() => {
    const texts = takeStored(messages)
    if (texts.length > 0) setArrivedTexts(texts)
  }, [messages, takeStored])

  return { clientIdOf, takeStored, arrivedTexts }
}
