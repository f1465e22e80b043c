import { unsentPrefix } from '../../../auth/ui/auth-client.ts'
import type { SessionStore } from '../../../session/ui/session-store.ts'
import type { PendingMessage } from '../state/conversation-reducer.ts'

/** Unsent text, and the message that was being sent when the page closed. */
export interface Draft {
  text: string
  outgoing: Pick<PendingMessage, 'clientId' | 'content' | 'replaces' | 'at'> | null
}

const emptyDraft: Draft = { text: '', outgoing: null }

/** Signing out deletes everything under this prefix (auth-client.ts), because drafts are private. */
const key = (conversationId: string) => `${unsentPrefix}${conversationId}`

export function readDraft(conversationId: string): Draft {
  try {
    const { text, outgoing } = JSON.parse(localStorage.getItem(key(conversationId)) ?? '{}') as Partial<Draft>
    return { text: typeof text === 'string' ? text : '', outgoing: isPendingMessage(outgoing) ? outgoing : null }
  } catch {
    return emptyDraft
  }
}

function isPendingMessage(value: Draft['outgoing'] | undefined): value is NonNullable<Draft['outgoing']> {
  return typeof value?.clientId === 'string' && typeof value.content === 'string' && typeof value.at === 'string'
}

/** Does nothing if storage is blocked or full. */
export function saveDraft(conversationId: string, part: Partial<Draft>): void {
  const draft = { ...readDraft(conversationId), ...part }
  try {
    if (draft.text === '' && draft.outgoing === null) localStorage.removeItem(key(conversationId))
    else localStorage.setItem(key(conversationId), JSON.stringify(draft))
  } catch {
    // the text is still in the field
  }
}

const heldDrafts = new WeakMap<SessionStore, Map<string, Draft>>()

/** Keeps a draft in memory: signing out in another tab clears storage, but this tab may sign in again. */
export function holdDraft(auth: SessionStore, conversationId: string, draft: Draft): void {
  heldDrafts.set(auth, (heldDrafts.get(auth) ?? new Map<string, Draft>()).set(conversationId, draft))
}

export function restoreHeldDraft(auth: SessionStore, conversationId: string): void {
  const draft = heldDrafts.get(auth)?.get(conversationId)
  if (draft) saveDraft(conversationId, draft)
  heldDrafts.get(auth)?.delete(conversationId)
}
