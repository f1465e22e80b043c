import type { TRPCClient } from '@trpc/client'
import { useRef, useState } from 'react'
import type { AppRouter } from '#server.ts'
import type { SentMessage } from '../composer/draft-storage.ts'
import type { ConversationActions } from './conversation-actions.ts'
import type { ConversationState, SendError } from './conversation-reducer.ts'
import { isRunning } from './reply-stream-state.ts'
import { callSend, sendErrorOf } from './send-call.ts'
import type { useClientIds } from './use-client-ids.ts'

/**
 * Sends during a running reply or beside an unsent question, because only the server detects a crisis. A refused message is not shown in
 * the conversation: its text stays in the field.
 */
export function useBackgroundSend(
  client: TRPCClient<AppRouter>,
  { path }: ConversationState,
  {
    id,
    clientIdOf,
    forget,
    dispatch,
    notifyOtherTabs,
    refetchLatest,
  }: ConversationActions & Pick<ReturnType<typeof useClientIds>, 'clientIdOf' | 'forget'>,
) {
  const running = useRef(new Set<string>())
  const [backgroundProblem, setBackgroundProblem] = useState<SendError | null>(null)

  const trySend = async (message: SentMessage): Promise<{ isStored: boolean; problem: SendError | null }> => {
    try {
      const answer = await callSend(client, { id, path }, message)
      dispatch({ type: 'sendSucceeded', clientId: message.clientId, answer })
      forget(message.clientId)
      notifyOtherTabs()
      if (answer.error === null) return { isStored: true, problem: null }
      if (answer.error === 'limit_reached') return { isStored: false, problem: 'limit' }
      const latest = await refetchLatest().catch(console.error)
      // during a reply, other messages just stay in the field
      const isReplyRunning = answer.error === 'busy' && latest?.messages.some(isRunning)
      return { isStored: false, problem: isReplyRunning ? null : answer.error }
    } catch (error) {
      console.error(error)
      const latest = await refetchLatest().catch(console.error)
      const isStored = latest?.messages.some(({ clientId }) => clientId === message.clientId) ?? false
      return { isStored, problem: isStored ? null : sendErrorOf(error) }
    }
  }

  /** Resolves to whether the message is stored. A second call with the same message during the first does nothing. */
  const sendInBackground = async (message: Omit<SentMessage, 'clientId'>): Promise<boolean> => {
    const clientId = clientIdOf(message, path)
    if (running.current.has(clientId)) return false
    running.current.add(clientId)
    setBackgroundProblem(null)
    const { isStored, problem } = await trySend({ ...message, clientId })
    running.current.delete(clientId)
    if (problem) setBackgroundProblem(problem)
    return isStored
  }
  return { backgroundProblem, clearBackgroundProblem: () => setBackgroundProblem(null), sendInBackground }
}
