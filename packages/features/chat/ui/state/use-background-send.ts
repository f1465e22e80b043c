import type { TRPCClient } from '@trpc/client'
import { useRef, useState } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { MessagesAnswer } from '../../schema.ts'
import type { ConversationEvent, ConversationState, PendingMessage, SendError } from './conversation-reducer.ts'
import { callSend, sendErrorOf } from './send-call.ts'

interface ConversationActions {
  id: string
  dispatch: (event: ConversationEvent) => void
  notifyOtherTabs: () => void
  refetchLatest: () => Promise<MessagesAnswer | undefined>
}

type Message = Pick<PendingMessage, 'content' | 'replaces'>

/**
 * Sends during a running reply or beside an unsent question, because only the server detects a crisis. A refused message is not shown in
 * the conversation: its text stays in the field. The same text again is the same message, so that a lost response does not repeat it.
 */
export function useBackgroundSend(
  client: TRPCClient<AppRouter>,
  { path }: ConversationState,
  { id, dispatch, notifyOtherTabs, refetchLatest }: ConversationActions,
) {
  const attempts = useRef(new Map<string, { clientId: string; isRunning: boolean }>())
  const [backgroundProblem, setBackgroundProblem] = useState<SendError | null>(null)

  const trySend = async (message: Message & { clientId: string }): Promise<SendError | null> => {
    try {
      const answer = await callSend(client, { id, path }, message)
      dispatch({ type: 'sendSucceeded', clientId: message.clientId, answer })
      notifyOtherTabs()
      if (answer.error === 'busy' || answer.error === 'moved') await refetchLatest().catch(console.error)
      return answer.error === 'limit_reached' ? 'limit' : answer.error
    } catch (error) {
      console.error(error)
      const latest = await refetchLatest().catch(console.error)
      return latest?.messages.some(({ clientId }) => clientId === message.clientId) ? null : sendErrorOf(error)
    }
  }

  /** Resolves to whether the message is stored. A second call with the same message during the first does nothing. */
  const sendInBackground = async (message: Message): Promise<boolean> => {
    const key = JSON.stringify(message)
    const last = attempts.current.get(key)
    if (last?.isRunning) return false
    const clientId = last?.clientId ?? crypto.randomUUID()
    attempts.current.set(key, { clientId, isRunning: true })
    setBackgroundProblem(null)
    const problem = await trySend({ ...message, clientId })
    if (problem === null) attempts.current.delete(key)
    else {
      attempts.current.set(key, { clientId, isRunning: false })
      // during a reply, other messages just stay in the field
      if (problem !== 'busy') setBackgroundProblem(problem)
    }
    return problem === null
  }
  return { backgroundProblem, clearBackgroundProblem: () => setBackgroundProblem(null), sendInBackground }
}
