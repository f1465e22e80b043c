import { v4 as uuid } from 'uuid'
import { consumeTicketFromUrl } from './member-storage.ts'

/** Moves the ticket from the URL to the history entry, where a reload finds it until `clearTicket`. */
export function storeTicket(linkTicket = consumeTicketFromUrl()): string | null {
  const ticket = linkTicket ?? readHistoryTicket()
  if (ticket !== null) window.history.replaceState({ ...historyState(), ticket }, '')
  return ticket
}

/** Returns an idempotency key stored in the history entry. */
export function callKey(): string {
  const value = historyState().key_of_call
  const key = typeof value === 'string' ? value : uuid()
  window.history.replaceState({ ...historyState(), key_of_call: key }, '')
  return key
}

export function clearTicket(): void {
  const { ticket: _ticket, key_of_call: _key, ...state } = historyState()
  window.history.replaceState(state, '')
}

function readHistoryTicket(): string | null {
  const value = historyState().ticket
  return typeof value === 'string' ? value : null
}

const historyState = () => (window.history.state as Record<string, unknown> | null) ?? {}
