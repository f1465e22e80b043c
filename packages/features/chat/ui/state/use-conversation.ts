import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { toSessionState } from '#session/ui/session-store.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { MessagesResult, Usage } from '../../schema.ts'
import { readDraft, saveDraft } from '../composer/draft-storage.ts'
import { trpc } from '../trpc.ts'
import {
  type ConversationEvent,
  conversationReducer,
  initialConversation,
  type PendingMessage,
  type SendError,
} from './conversation-reducer.ts'
import { createOpenReplies } from './open-replies.ts'
import { sendAndRead, sendErrorOf } from './send-call.ts'
import { useBackgroundSend } from './use-background-send.ts'
import { useClientIds } from './use-client-ids.ts'
import { useConversationSync } from './use-conversation-sync.ts'
import { useOlderMessages } from './use-older-messages.ts'
import { useReplyStream } from './use-reply-stream.ts'
import { useRetry } from './use-retry.ts'
import { useVersions } from './use-versions.ts'

interface LoadedConversation {
  id: string
  page: MessagesResult
  usage: Usage
}

export function useConversation({ id, page, usage }: LoadedConversation) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const { auth } = usePageContext()
  const [state, dispatch] = useReducer(conversationReducer, null, () => initialConversation(page, usage))

  const handleFailure = useCallback(
    async (error: unknown): Promise<undefined> => {
      const code = failureCode(error)
      if (code === 'unauthorized') await refreshSession(router)
      else if (code === 'not_found') dispatch({ type: 'deleted' })
      else throw error
    },
    [router],
  )

  const refetchLatest = useCallback(async () => {
    try {
      const newest = await client.chat.messages.query({ conversationId: id, cursor: null })
      dispatch({ type: 'page', page: newest })
      return newest
    } catch (error) {
      return handleFailure(error)
    }
  }, [client, id, handleFailure])

  useEffect(() => dispatch({ type: 'page', page }), [page])
  const notifyOtherTabs = useConversationSync(client, state, page, { id, dispatch, refetchLatest, handleFailure })
  const actions = { id, dispatch, notifyOtherTabs, refetchLatest, handleFailure }
  const dispatchSync = useCallback(
    (event: ConversationEvent) => {
      dispatch(event)
      if (event.type === 'end' || event.type === 'rated') notifyOtherTabs()
    },
    [notifyOtherTabs],
  )
  const { clientIdOf, forget, arrived } = useClientIds(id, state.messages)
  const backgroundSend = useBackgroundSend(client, state, { ...actions, clientIdOf, forget })
  const versions = useVersions(client, state, actions)
  const older = useOlderMessages(client, state, actions)
  const { retryFailed, clearRetryFailure, ...retries } = useRetry(client, actions)
  const [openReplies] = useState(createOpenReplies)
  useReplyStream({ client, openReplies }, state.live, dispatchSync, refetchLatest)
  useRestoreUnsent(id, dispatch)

  useEffect(() => saveDraft(id, { outgoing: state.outgoing }), [id, state.outgoing])

  const markRefused = (clientId: string, problem: SendError) => {
    dispatch({ type: 'refused', clientId, problem })
    if (problem === 'signed_out') auth.set(toSessionState('signed_out', null))
  }

  const sendMessage = async (input: Omit<PendingMessage, 'problem'>) => {
    const { clientId, replaces } = input
    clearRetryFailure()
    backgroundSend.clearBackgroundProblem()
    versions.clearSwitchFailure()
    dispatch({ type: 'send', outgoing: { ...input, problem: null } })
    try {
      const answer = await sendAndRead(client, openReplies, { id, path: state.path }, input)
      dispatch({ type: 'sendSucceeded', clientId, answer })
      forget(clientId)
      notifyOtherTabs()
      if (answer.error === 'busy' || answer.error === 'moved') await refetchLatest()
    } catch (error) {
      const problem = sendErrorOf(error)
      // only the edited question may be gone, or the session may have ended
      const latest = problem === 'gone' && replaces !== null ? await refetchLatest().catch(() => null) : undefined
      markRefused(clientId, latest === undefined ? problem : latest === null ? 'failed' : 'replaced')
      // the message may be stored although the response was lost
      if (problem === 'failed') await refetchLatest().catch(console.error)
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

  const calls = { dispatchSync, sendMessage, ...retries, stop, refetchLatest, ...older }
  return { ...versions, ...backgroundSend, ...calls, state, retryFailed, clientIdOf, arrived }
}

function useRestoreUnsent(id: string, dispatch: (event: ConversationEvent) => void) {
  useEffect(() => {
    const { outgoing } = readDraft(id)
    if (outgoing)
      dispatch({ type: 'restoreUnsent', outgoing: { ...outgoing, replaces: outgoing.replaces ?? null, problem: 'failed' } })
  }, [id, dispatch])
}
