import { takeTicket } from './member-memory.ts'

/**
 * The ticket, or token, that a link brought to a page which uses it up. Until `dropTicket` it stays with the page's entry in the history,
 * so that a reload on a bad line loses nothing; the address bar never has it back.
 */
export function holdTicket(brought = takeTicket()): string | null {
  const ticket = brought ?? heldTicket()
  if (ticket !== null) window.history.replaceState({ ...stateOfEntry(), ticket }, '')
  return ticket
}

/** The ticket has done its work, or never will. */
export function dropTicket(): void {
  const { ticket: _used, ...state } = stateOfEntry()
  window.history.replaceState(state, '')
}

function heldTicket(): string | null {
  const held = stateOfEntry().ticket
  return typeof held === 'string' ? held : null
}

/** What the page keeps with its entry in the history; the router has its own there. */
const stateOfEntry = () => (window.history.state as Record<string, unknown> | null) ?? {}
