import { consumeTicketFromUrl } from './member-storage.ts'

/**
 * The ticket, or token, that a link brought to a page which uses it up. Until `clearTicket` it stays with the page's entry in the history,
 * so that a reload on a bad line loses nothing; the address bar never has it back.
 */
export function storeTicket(linkTicket = consumeTicketFromUrl()): string | null {
  const ticket = linkTicket ?? readHistoryTicket()
  if (ticket !== null) window.history.replaceState({ ...historyState(), ticket }, '')
  return ticket
}

/**
 * A key of this page's own, by which the server knows a call that it makes again because the answer was lost. It stays with the page's entry
 * in the history, like the ticket. None where browsers give no random UUID: on plain http.
 */
export function callKey(): string | undefined {
  const value = historyState().key_of_call
  const key = typeof value === 'string' ? value : window.crypto.randomUUID?.()
  if (key !== undefined) window.history.replaceState({ ...historyState(), key_of_call: key }, '')
  return key
}

/** The ticket has done its work, or never will. */
export function clearTicket(): void {
  const { ticket: _ticket, key_of_call: _key, ...state } = historyState()
  window.history.replaceState(state, '')
}

function readHistoryTicket(): string | null {
  const value = historyState().ticket
  return typeof value === 'string' ? value : null
}

/** What the page keeps with its entry in the history; the router has its own there. */
const historyState = () => (window.history.state as Record<string, unknown> | null) ?? {}
