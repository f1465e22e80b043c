import { useCallback } from 'react'
import { type OpenReply, type Turn, useStreamedReply } from '../../../chat/ui/ask/use-reply.ts'
import { documentStreams } from '../../../shell/ui/api/document-stream.ts'

interface Question {
  agentId: string
  question: string
  /** The same array on each render. */
  turns: readonly Turn[]
}

/** Puts a question to a draft on mount and again on each `askAgain`. Unmounting aborts the call. */
export function useTryReply({ agentId, ...after }: Question) {
  const open: OpenReply = useCallback(
    (input, options) => documentStreams.studio.tryAgent.subscribe({ agentId, ...input }, options),
    [agentId],
  )
  return useStreamedReply(open, after)
}
