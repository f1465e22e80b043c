import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { failureCode } from '../../../auth/ui/trpc-errors.ts'
import { toSessionState } from '../../../session/ui/session-store.ts'
import { refreshSession } from '../../../session/ui/session-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { MessagesAnswer, Usage } from '../../schema.ts'
import { readDraft, saveDraft } from '../composer/draft-storage.ts'
import { trpc } from '../trpc.ts'
import {
  type ConversationEvent,
  conversationReducer,
  initialConversation,
  type PendingMessage,
  type SendError,
} from './conversation-reducer.ts'
import { useCrossTabSync } from './use-cross-tab-sync.ts'
import { useReplyStream } from './use-reply-stream.ts'
import { useSendWhileReplying } from './use-send-while-replying.ts'
import { useVersions } from './use-versions.ts'

const sendErrors: Partial<Record<string, SendError>> = {
  unauthorized: 'signed_out',
  not_found: 'gone',
  too_many_requests: 'too_many',
}

interface LoadedConversation {
  id: string
  page: MessagesAnswer
  usage: Usage
}

/** A conversation that is open: what is known of it, and everything one can do in it. */
export function useConversation({ id, page, usage }: LoadedConversation) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const { auth } = usePageContext()
  const [retryFailed, setRetryFailed] = useState<string | null>(null)
  const [state, dispatch] = useReducer(conversationReducer, null, () => initialConversation(page, usage))

  // a call that failed may say more than that: nobody is signed in any more, and the page leads there, or nothing is here any more
  const handleFailure = useCallback(
    async (error: unknown): Promise<undefined> => {
      const code = failureCode(error)
      if (code === 'unauthorized') await refreshSession(router)
      else if (code === 'not_found') dispatch({ type: 'deleted' })
      else throw error
    },
    [router],
  )

  // what the server has; undefined where it has nothing for us
  const refetchLatest = useCallback(async () => {
    try {
      const newest = await client.chat.messages.query({ conversationId: id, cursor: null })
      dispatch({ type: 'page', page: newest })
      return newest
    } catch (error) {
      return handleFailure(error)
    }
  }, [client, id, handleFailure])

  // coming back to a conversation shows it as it was, and then what was read anew
  useEffect(() => dispatch({ type: 'page', page }), [page])
  const notifyOtherTabs = useCrossTabSync(id, refetchLatest)
  const dispatchSync = useCallback(
    (event: ConversationEvent) => {
      dispatch(event)
      if (event.type === 'end' || event.type === 'rated') notifyOtherTabs()
    },
    [notifyOtherTabs],
  )
  const sendWhileReplying = useSendWhileReplying(client, { id, dispatch, notifyOtherTabs, refetchLatest })
  const versions = useVersions(client, state, { dispatch, notifyOtherTabs, refetchLatest })
  useReplyStream(client, state.live, dispatchSync, refetchLatest)
  useRestoreUnsent(id, dispatch)

  // what is on its way, or was not taken, outlives the page
  useEffect(() => saveDraft(id, { outgoing: state.outgoing }), [id, state.outgoing])

  const markRefused = (clientId: string, problem: SendError) => {
    dispatch({ type: 'refused', clientId, problem })
    if (problem === 'signed_out') auth.set(toSessionState('signed_out', null))
  }

  const sendMessage = async (input: Omit<PendingMessage, 'problem'>) => {
    const { clientId, content, replaces } = input
    setRetryFailed(null)
    versions.clearSwitchFailure()
    dispatch({ type: 'send', outgoing: { ...input, problem: null } })
    try {
      const answer = await (replaces === null
        ? client.chat.send.mutate({ conversationId: id, clientId, content, path: state.path })
        : client.chat.edit.mutate({ messageId: replaces, clientId, content }))
      dispatch({ type: 'sendSucceeded', clientId, answer })
      notifyOtherTabs()
      // somebody, perhaps in another tab, is being answered: that is shown here too
      if (answer.error === 'busy' || answer.error === 'moved') await refetchLatest()
    } catch (error) {
      const problem = sendErrors[failureCode(error) ?? ''] ?? 'failed'
      // of an edit, what is gone may be the question alone, and nobody may be there to say so
      const latest = problem === 'gone' && replaces !== null ? await refetchLatest().catch(() => null) : undefined
      markRefused(clientId, latest === undefined ? problem : latest === null ? 'failed' : 'replaced')
    }
  }

  const retry = async (messageId: string) => {
    setRetryFailed(null)
    dispatch({ type: 'retry', id: messageId })
    try {
      const answer = await client.chat.retry.mutate({ messageId })
      dispatch({ type: 'retried', id: messageId, answer })
      notifyOtherTabs()
      if (answer.error === 'busy' || answer.error === 'not_last') await refetchLatest()
    } catch (error) {
      console.error(error)
      // it may be the answer that was lost: then another reply stands in this one's place, and this one cannot be asked for again
      const latest = await refetchLatest().catch(() => null)
      dispatch({ type: 'retryFailed' })
      if (latest === null || latest?.messages.some((message) => message.id === messageId)) setRetryFailed(messageId)
    }
  }

  const stop = async (messageId: string) => {
    dispatch({ type: 'stop' })
    try {
      dispatch({ type: 'stopped', message: (await client.chat.stop.mutate({ messageId })).message })
      notifyOtherTabs()
    } catch (error) {
      console.error(error)
      dispatch({ type: 'stopFailed', id: messageId })
      await refetchLatest().catch(console.error)
    }
  }

  const loadOlder = async () => {
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

  return { ...versions, state, dispatchSync, retryFailed, sendMessage, sendWhileReplying, retry, stop, refetchLatest, loadOlder }
}

/** What was on its way when the page was left: shown as not sent, unless the conversation has it. */
function useRestoreUnsent(id: string, dispatch: (event: ConversationEvent) => void) {
  useEffect(() => {
    const { outgoing } = readDraft(id)
    if (outgoing)
      dispatch({ type: 'restoreUnsent', outgoing: { ...outgoing, replaces: outgoing.replaces ?? null, problem: 'failed' } })
  }, [id, dispatch])
}
