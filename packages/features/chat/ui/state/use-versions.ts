import type { TRPCClient } from '@trpc/client'
import { useEffect, useState } from 'react'
import type { AppRouter } from '#server.ts'
import type { Message } from '../../schema.ts'
import type { ConversationActions } from './conversation-actions.ts'
import type { ConversationState } from './conversation-reducer.ts'

export interface SwitchFailure {
  id: string
  problem: 'busy' | 'on_other_branch' | 'failed'
}

export function useVersions(
  client: TRPCClient<AppRouter>,
  { path, isStale }: ConversationState,
  { dispatch, notifyOtherTabs, refetchLatest }: ConversationActions,
) {
  const [switchFailure, setSwitchFailure] = useState<SwitchFailure | null>(null)
  useEffect(() => {
    if (isStale) refetchLatest().catch(console.error)
  }, [isStale, refetchLatest])

  const showVersion = async ({ id }: Message, chosenId: string) => {
    setSwitchFailure(null)
    dispatch({ type: 'switch', id })
    try {
      const answer = await client.chat.showVersion.mutate({ messageId: chosenId })
      dispatch({ type: 'switched', answer })
      notifyOtherTabs()
      if (answer.error === null) return
      setSwitchFailure({ id, problem: answer.error })
      await refetchLatest()
    } catch (error) {
      console.error(error)
      const latest = await refetchLatest().catch(() => null)
      dispatch({ type: 'switchFailed' })
      if (latest === null || latest?.path === path) setSwitchFailure({ id, problem: 'failed' })
    }
  }
  return { switchFailure, clearSwitchFailure: () => setSwitchFailure(null), showVersion }
}
