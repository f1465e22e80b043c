import { takeTicket } from './member-storage.ts'

/**
 * The ticket, or token, that a link brought to a page which uses it up. Until `dropTicket` it stays with the page's entry in the history,
 * so that a reload on a bad line loses nothing; the address bar never has it back.
 */
export function holdTicket(brought = takeTicket()): string | null {
  const ticket = brought ?? heldTicket()
  if (ticket !== null) window.history.replaceState({ ...stateOfEntry(), ticket }, '')
  return ticket
}

/**
 * A key of this page's own, by which the server knows a call that it makes again because the answer was lost. It stays with the page's entry
 * in the history, like the ticket. None where browsers give no random UUID: on plain http.
 */
export function heldKey(): string | undefined {
  const held = stateOfEntry().key_of_call
  const key = typeof held === 'string' ? held : window.crypto.randomUUID?.()
  if (key !== undefined) window.history.replaceState({ ...stateOfEntry(), key_of_call: key }, '')
  return key
}

/** The ticket has done its work, or never will. */
export function dropTicket(): void {
  const { ticket: _used, key_of_call: _over, ...state } = stateOfEntry()
  window.history.replaceState(state, '')
}

function heldTicket(): string | null {
  const held = stateOfEntry().ticket
  return typeof held === 'string' ? held : null
}

/** What the page keeps with its entry in the history; the router has its own there. */
const stateOfEntry = () => (window.history.state as Record<string, unknown> | null) ?? {}
