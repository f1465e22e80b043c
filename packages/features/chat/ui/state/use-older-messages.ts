import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '#server.ts'
import type { ConversationActions } from './conversation-actions.ts'
import type { ConversationState } from './conversation-reducer.ts'

export function useOlderMessages(
  client: TRPCClient<AppRouter>,
  state: ConversationState,
  { id, dispatch, handleFailure }: ConversationActions,
) {
  return async () => {
    if (state.before === null || state.older === 'loading') return
    dispatch({ type: 'older' })
    try {
      const older = await client.chat.messages.query({ conversationId: id, cursor: state.before })
      dispatch({ type: 'olderLoaded', page: older })
    } catch (error) {
      console.error(error)
      dispatch({ type: 'olderFailed' })
      await handleFailure(error).catch(() => undefined)
    }
  }
}
