import { findLast } from '@duo/platform/shared/lists/find-last.ts'
import { heldPrefix, unsentPrefix } from '#auth/ui/auth-client.ts'
import { messageMaxLength } from '../../rules.ts'
import type { PendingMessage } from '../state/conversation-reducer.ts'
import { findOpenTabs, tabId } from './tab-id.ts'

export type SentMessage = Pick<PendingMessage, 'clientId' | 'content' | 'replaces'>
export type UnconfirmedMessage = SentMessage & { path: number }

/** Unsent text, and the message that was being sent when the page closed. */
export interface Draft {
  text: string
  outgoing: (SentMessage & Pick<PendingMessage, 'at'>) | null
  /** Sent without a response so far. */
  unconfirmed: UnconfirmedMessage[]
}

/** Each tab has a draft of its own, so that two of them do not overwrite each other. */
type StoredDrafts = Record<string, Draft>

const emptyDraft: Draft = { text: '', outgoing: null, unconfirmed: [] }

/** Far more than a message may have, and little enough to write at a pause. */
const storedMaxLength = 5 * messageMaxLength

/** Signing out deletes everything under this prefix (auth-client.ts), because drafts are private. */
const key = (conversationId: string) => `${unsentPrefix}${conversationId}`

function readAll(conversationId: string): StoredDrafts {
  try {
    const { tabs, ...earlier } = JSON.parse(localStorage.getItem(key(conversationId)) ?? '{}') as Partial<Draft> & {
      tabs?: Record<string, Partial<Draft>>
    }
    // stored before each tab had its own
    const given = Object.entries(tabs ?? (Object.keys(earlier).length > 0 ? { earlier } : {}))
    return Object.fromEntries(given.map(([tab, draft]) => [tab, toDraft(draft)]))
  } catch {
    return {}
  }
}

const toDraft = ({ text, outgoing, unconfirmed }: Partial<Draft>): Draft => ({
  text: typeof text === 'string' ? text : '',
  outgoing: isSentMessage(outgoing) && typeof outgoing.at === 'string' ? outgoing : null,
  unconfirmed: Array.isArray(unconfirmed) ? unconfirmed.filter(isSentMessage) : [],
})

const isSentMessage = <T extends SentMessage>(value: T | null | undefined): value is T =>
  typeof value?.clientId === 'string' && typeof value.content === 'string'

const isEmpty = ({ text, outgoing, unconfirmed }: Draft) => text === '' && outgoing === null && unconfirmed.length === 0

/** Does nothing if storage is blocked or full. */
function writeAll(conversationId: string, drafts: StoredDrafts): void {
  const tabs = Object.fromEntries(Object.entries(drafts).filter(([, draft]) => !isEmpty(draft)))
  try {
    if (Object.keys(tabs).length === 0) localStorage.removeItem(key(conversationId))
    else localStorage.setItem(key(conversationId), JSON.stringify({ tabs }))
  } catch {
    // the text is still in the field
  }
}

/** Returns this tab's draft. */
export function readDraft(conversationId: string, tab = tabId()): Draft {
  storeWaitingText()
  return readAll(conversationId)[tab] ?? emptyDraft
}

export function saveDraft(conversationId: string, part: Partial<Draft>, tab = tabId()): void {
  storeWaitingText()
  const drafts = readAll(conversationId)
  const draft = { ...(drafts[tab] ?? emptyDraft), ...part }
  writeAll(conversationId, { ...drafts, [tab]: { ...draft, text: draft.text.slice(0, storedMaxLength) } })
}

/**
 * Moves the drafts of tabs that have been closed into this one's, and returns what it received. The drafts of open tabs stay theirs.
 */
export async function adoptDrafts(conversationId: string): Promise<Pick<Draft, 'text' | 'outgoing'> | null> {
  const isOthers = (tab: string) => tab !== tabId()
  if (!Object.keys(readAll(conversationId)).some(isOthers)) return null
  const open = await findOpenTabs()
  storeWaitingText()
  const drafts = Object.entries(readAll(conversationId))
  const closed = drafts.filter(([tab]) => isOthers(tab) && !open.has(tab)).map(([, draft]) => draft)
  if (closed.length === 0) return null
  const own = readDraft(conversationId)
  const outgoing = own.outgoing ?? findLast(closed, (draft) => draft.outgoing !== null)?.outgoing ?? null
  const unsent = closed.flatMap((draft) => (draft.outgoing && draft.outgoing !== outgoing ? [draft.outgoing.content] : []))
  const texts = new Set([...unsent, ...closed.map(({ text }) => text)].filter((text) => text !== '' && text !== own.text))
  const text = [...texts].join('\n')
  writeAll(conversationId, {
    ...Object.fromEntries(drafts.filter(([tab]) => open.has(tab))),
    [tabId()]: {
      text: [text, own.text].filter(Boolean).join('\n'),
      outgoing,
      unconfirmed: [...closed.flatMap(({ unconfirmed }) => unconfirmed), ...own.unconfirmed],
    },
  })
  return { text, outgoing: own.outgoing ? null : outgoing }
}

/** Writing costs more than a key press may, ms. */
const pauseMs = 300

let waiting: { conversationId: string; text: string; timer: ReturnType<typeof setTimeout> } | null = null

/** Stores the text at the next pause, and before anything else is read or stored, or the page goes. */
export function saveTextSoon(conversationId: string, text: string): void {
  if (waiting && waiting.conversationId !== conversationId) storeWaitingText()
  dropWaitingText()
  waiting = { conversationId, text, timer: setTimeout(storeWaitingText, pauseMs) }
}

export function storeWaitingText(): void {
  if (!waiting) return
  const { conversationId, text } = waiting
  dropWaitingText()
  saveDraft(conversationId, { text })
}

/** After a sign-out, which has cleared the storage. */
export function dropWaitingText(): void {
  if (waiting) clearTimeout(waiting.timer)
  waiting = null
}

const heldKey = (ownerId: string, conversationId: string) => `${heldPrefix}${ownerId}.${conversationId}`

/**
 * Keeps a draft for this tab alone: signing out in another tab clears the storage of all, but this tab, which leaves for the sign-in, may
 * sign in again. Another user who does deletes it (auth-client.ts).
 */
export function holdDraft(ownerId: string, conversationId: string, draft: Partial<Draft>): void {
  try {
    sessionStorage.setItem(heldKey(ownerId, conversationId), JSON.stringify(draft))
  } catch {
    // blocked or full storage keeps nothing
  }
}

export function restoreHeldDraft(ownerId: string, conversationId: string): void {
  try {
    const held = sessionStorage.getItem(heldKey(ownerId, conversationId))
    sessionStorage.removeItem(heldKey(ownerId, conversationId))
    if (held !== null) saveDraft(conversationId, toDraft(JSON.parse(held) as Partial<Draft>))
  } catch {
    // blocked storage holds nothing
  }
}
