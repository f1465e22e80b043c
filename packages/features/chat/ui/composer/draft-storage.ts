import { unsentPrefix } from '../../../auth/ui/auth-client.ts'
import type { SessionStore } from '../../../session/ui/session-store.ts'
import type { PendingMessage } from '../state/conversation-reducer.ts'

export type SentMessage = Pick<PendingMessage, 'clientId' | 'content' | 'replaces'>
export type UnconfirmedMessage = SentMessage & { path: number }

/** Unsent text, and the message that was being sent when the page closed. */
export interface Draft {
  text: string
  outgoing: (SentMessage & Pick<PendingMessage, 'at'>) | null
  /** Sent without a response so far. */
  unconfirmed: UnconfirmedMessage[]
}

const emptyDraft: Draft = { text: '', outgoing: null, unconfirmed: [] }

/** Signing out deletes everything under this prefix (auth-client.ts), because drafts are private. */
const key = (conversationId: string) => `${unsentPrefix}${conversationId}`

export function readDraft(conversationId: string): Draft {
  try {
    const { text, outgoing, unconfirmed } = JSON.parse(localStorage.getItem(key(conversationId)) ?? '{}') as Partial<Draft>
    return {
      text: typeof text === 'string' ? text : '',
      outgoing: isSentMessage(outgoing) && typeof outgoing.at === 'string' ? outgoing : null,
      unconfirmed: Array.isArray(unconfirmed) ? unconfirmed.filter(isSentMessage) : [],
    }
  } catch {
    return emptyDraft
  }
}

const isSentMessage = <T extends SentMessage>(value: T | null | undefined): value is T =>
  typeof value?.clientId === 'string' && typeof value.content === 'string'

/** Does nothing if storage is blocked or full. */
export function saveDraft(conversationId: string, part: Partial<Draft>): void {
  const draft = { ...readDraft(conversationId), ...part }
  try {
    if (draft.text === '' && draft.outgoing === null && draft.unconfirmed.length === 0)
      localStorage.removeItem(key(conversationId))
    else localStorage.setItem(key(conversationId), JSON.stringify(draft))
  } catch {
    // the text is still in the field
  }
}

const heldDrafts = new WeakMap<SessionStore, Map<string, Partial<Draft>>>()

/** Keeps a draft in memory: signing out in another tab clears storage, but this tab may sign in again. */
export function holdDraft(auth: SessionStore, conversationId: string, draft: Partial<Draft>): void {
  heldDrafts.set(auth, (heldDrafts.get(auth) ?? new Map<string, Partial<Draft>>()).set(conversationId, draft))
}

export function restoreHeldDraft(auth: SessionStore, conversationId: string): void {
  const draft = heldDrafts.get(auth)?.get(conversationId)
  if (draft) saveDraft(conversationId, draft)
  heldDrafts.get(auth)?.delete(conversationId)
}
