import type { TRPCClient } from '@trpc/client'
import { useCallback } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { ConversationEvent } from './conversation-reducer.ts'

interface ConversationActions {
  /** The conversation's. */
  id: string
  dispatch: (event: ConversationEvent) => void
  notifyOtherTabs: () => void
  refetchLatest: () => Promise<unknown>
}

/**
 * Sends a message while a reply is being written; resolves to whether the server took it. The server alone knows who is in distress and gets
 * help at once. Everything else is busy: it stays in the field, and no bubble says so.
 */
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
