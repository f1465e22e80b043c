import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#server.ts'
import type { MessagesResult } from '../../schema.ts'
import type { ConversationActions } from './conversation-actions.ts'
import type { ConversationState } from './conversation-reducer.ts'

export function useOlderMessages(
  client: TRPCClient<AppRouter>,
  state: ConversationState,
  { id, dispatch, handleFailure }: ConversationActions,
) {
  const load = async (isAll: boolean) => {
    let cursor = state.before
    if (cursor === null || state.older === 'loading') return
    dispatch({ type: 'older' })
    try {
      do {
        const page: MessagesResult = await client.chat.messages.query({ conversationId: id, cursor, rendered: true })
        dispatch({ type: 'olderLoaded', page })
        cursor = page.before
      } while (isAll && cursor !== null)
    } catch (error) {
      console.error(error)
      dispatch({ type: 'olderFailed' })
      await handleFailure(error).catch(() => undefined)
    }
  }
  return { loadOlder: () => load(false), loadAll: () => load(true) }
}
