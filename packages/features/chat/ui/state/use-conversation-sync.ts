import { getLocale } from '@duo/platform/i18n/locale.ts'
import type { TRPCClient } from '@trpc/client'
import { useCallback, useRef } from 'react'
import type { AppRouter } from '#server.ts'
import { notifyTabs, type SyncReason, useServerSync } from '#shell/ui/api/use-server-sync.ts'
import type { MessagesResult } from '../../schema.ts'
import type { ConversationActions } from './conversation-actions.ts'
import type { ConversationState } from './conversation-reducer.ts'
import { canSend } from './message-items.ts'

export const conversationChannel = (id: string) => `duo.chat.${id}`
/** For the lists of conversations, which show titles and last messages. */
export const listChannel = 'duo.chats'

export const chatPollMs = 5_000

/** A poll brings no HTML. */
const textOf = (page: MessagesResult) => JSON.stringify(page, (key, value: unknown) => (key === 'html' ? undefined : value))

/** Keeps messages and usage as the server knows them, also after a change in another tab or on another device. */
export function useConversationSync(
  client: TRPCClient<AppRouter>,
  state: ConversationState,
  loadedPage: MessagesResult,
  { id, dispatch, refetchLatest, handleFailure }: Omit<ConversationActions, 'notifyOtherTabs'>,
): () => void {
  const lastPage = useRef<string | null>(null)
  lastPage.current ??= textOf(loadedPage)
  const sync = useCallback(
    async (reason: SyncReason) => {
      const newest = await refetchLatest()
      if (!newest) return
      const page = textOf(newest)
      // the messages of another device cost tokens
      const isChanged = page !== lastPage.current
      lastPage.current = page
      if (reason === 'poll' && !isChanged) return
      try {
        dispatch({ type: 'usage', usage: (await client.chat.conversation.query({ id, language: getLocale() })).usage })
      } catch (error) {
        await handleFailure(error)
      }
    },
    [client, id, dispatch, refetchLatest, handleFailure],
  )
  // a running reply has its own connection, and a page that was read before a change must not arrive after it
  const notifyConversation = useServerSync(conversationChannel(id), sync, { pollMs: canSend(state) ? chatPollMs : null })
  return useCallback(() => {
    notifyConversation()
    notifyTabs(listChannel)
  }, [notifyConversation])
}
