import { unsentPrefix } from '../../../auth/ui/auth-client.ts'
import type { SessionStore } from '../../../session/ui/session-store.ts'
import type { PendingMessage } from '../state/conversation-reducer.ts'

/** What somebody wrote in a conversation and has not sent, and what was on its way when the page went. */
export interface Draft {
  text: string
  outgoing: Pick<PendingMessage, 'clientId' | 'content' | 'replaces' | 'at'> | null
}

const emptyDraft: Draft = { text: '', outgoing: null }

// signing out wipes what is under this prefix (auth-client.ts): the words are nobody else's business
const key = (conversationId: string) => `${unsentPrefix}${conversationId}`

/** What is kept of a conversation in this browser. */
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

/** Keeps a part of it. Where storage is blocked or full, the page goes on without. */
export function saveDraft(conversationId: string, part: Partial<Draft>): void {
  const draft = { ...readDraft(conversationId), ...part }
  try {
    if (draft.text === '' && draft.outgoing === null) localStorage.removeItem(key(conversationId))
    else localStorage.setItem(key(conversationId), JSON.stringify(draft))
  } catch {
    // the words are still on the screen
  }
}

// by what is one object as long as a page is open
const heldDrafts = new WeakMap<SessionStore, Map<string, Draft>>()

/**
 * Keeps it in this open page alone. Signing out wipes what the browser keeps, as it should; but who did that in another tab has not left
 * this one, and goes on in it after signing in.
 */
export function holdDraft(auth: SessionStore, conversationId: string, draft: Draft): void {
  heldDrafts.set(auth, (heldDrafts.get(auth) ?? new Map<string, Draft>()).set(conversationId, draft))
}

/** Once the conversation is open again, it is kept as before. */
export function restoreHeldDraft(auth: SessionStore, conversationId: string): void {
  const draft = heldDrafts.get(auth)?.get(conversationId)
  if (draft) saveDraft(conversationId, draft)
  heldDrafts.get(auth)?.delete(conversationId)
}
