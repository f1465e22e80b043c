import type { TRPCClient } from '@trpc/client'
import { useState } from 'react'
import type { AppRouter } from '#server.ts'
import type { RetryResult } from '../../schema.ts'
import type { ConversationActions } from './conversation-actions.ts'

/** `retryFailed` is the id of the reply whose retry failed. */
export function useRetry(client: TRPCClient<AppRouter>, { dispatch, notifyOtherTabs, refetchLatest }: ConversationActions) {
  const [retryFailed, setRetryFailed] = useState<string | null>(null)

  const replaceReply = async (messageId: string, call: () => Promise<RetryResult>) => {
    setRetryFailed(null)
    dispatch({ type: 'retry', id: messageId })
    try {
      const answer = await call()
      dispatch({ type: 'retried', id: messageId, answer })
      notifyOtherTabs()
      if (answer.error !== 'busy' && answer.error !== 'not_last') return
      const latest = await refetchLatest()
      // an error must not be announced over help
      if (latest?.messages.at(-1)?.origin !== 'help') setRetryFailed(messageId)
    } catch (error) {
      console.error(error)
      // the retry may have succeeded although its response was lost
      const latest = await refetchLatest().catch(() => null)
      dispatch({ type: 'retryFailed' })
      if (latest === null || latest?.messages.some((message) => message.id === messageId)) setRetryFailed(messageId)
    }
  }
  const retry = (messageId: string) => replaceReply(messageId, () => client.chat.retry.mutate({ messageId }))
  const retryFromNotes = (messageId: string) =>
    replaceReply(messageId, () => client.chat.retry.mutate({ messageId, from: 'notes' }))
  const notAboutMe = (messageId: string) => replaceReply(messageId, () => client.chat.notAboutMe.mutate({ messageId }))
  return { retryFailed, clearRetryFailure: () => setRetryFailed(null), retry, retryFromNotes, notAboutMe }
}
