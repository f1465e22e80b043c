import type { TRPCClient } from '@trpc/client'
import { useCallback } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { ConversationEvent } from './conversation-reducer.ts'

interface ConversationActions {
  id: string
  dispatch: (event: ConversationEvent) => void
  notifyOtherTabs: () => void
  refetchLatest: () => Promise<unknown>
}

/** Sends during a running reply, because only the server detects a crisis. Resolves to false if it was refused as busy. */
export function useSendWhileReplying(
  client: TRPCClient<AppRouter>,
  { id, dispatch, notifyOtherTabs, refetchLatest }: ConversationActions,
) {
  return useCallback(
    async (content: string): Promise<boolean> => {
      const clientId = crypto.randomUUID()
      try {
        const answer = await client.chat.send.mutate({ conversationId: id, clientId, content })
        if (answer.error !== null) return false
        dispatch({ type: 'sendSucceeded', clientId, answer })
        notifyOtherTabs()
        return true
      } catch (error) {
        console.error(error)
        await refetchLatest().catch(console.error)
        return false
      }
    },
    [client, id, dispatch, notifyOtherTabs, refetchLatest],
  )
}
