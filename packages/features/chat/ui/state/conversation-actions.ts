import type { MessagesResult } from '../../schema.ts'
import type { ConversationEvent } from './conversation-reducer.ts'

export interface ConversationActions {
  /** Of the conversation. */
  id: string
  dispatch: (event: ConversationEvent) => void
  notifyOtherTabs: () => void
  refetchLatest: () => Promise<MessagesResult | undefined>
  /** Rethrows what is no sign-out and no deletion. */
  handleFailure: (error: unknown) => Promise<undefined>
}
