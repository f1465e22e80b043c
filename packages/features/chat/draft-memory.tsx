import { keptPrefix } from '../auth/auth-client.ts'
import type { Outgoing } from './talk-state.tsx'

/** What somebody wrote in a conversation and has not sent, and what was on its way when the page went. */
export interface Draft {
  text: string
  outgoing: Pick<Outgoing, 'clientId' | 'content' | 'replaces' | 'at'> | null
}

const nothing: Draft = { text: '', outgoing: null }

// signing out wipes what is under this prefix (auth-client.ts): the words are nobody else's business
const key = (conversationId: string) => `${keptPrefix}${conversationId}`

/** What is kept of a conversation in this browser. */
export function readDraft(conversationId: string): Draft {
  try {
    const { text, outgoing } = JSON.parse(localStorage.getItem(key(conversationId)) ?? '{}') as Partial<Draft>
    return { text: typeof text === 'string' ? text : '', outgoing: isOutgoing(outgoing) ? outgoing : null }
  } catch {
    return nothing
  }
}

function isOutgoing(given: Draft['outgoing'] | undefined): given is NonNullable<Draft['outgoing']> {
  return typeof given?.clientId === 'string' && typeof given.content === 'string' && typeof given.at === 'string'
}

/** Keeps a part of it. Where storage is blocked or full, the page goes on without. */
export function keepDraft(conversationId: string, part: Partial<Draft>): void {
  const draft = { ...readDraft(conversationId), ...part }
  try {
    if (draft.text === '' && draft.outgoing === null) localStorage.removeItem(key(conversationId))
    else localStorage.setItem(key(conversationId), JSON.stringify(draft))
  } catch {
    // the words are still on the screen
  }
}
