/** What this browser knows of the member in front of it. */
export interface Member {
  /** Opens the entry; see tickets.ts. */
  ticket: string
  /** Null until an answer has named it: a link out of a mail carries the ticket only. */
  email: string | null
}

export const memberKey = 'duo.waitlist'

/** Where the surveys keep answers that have been begun, with the `email` of whose they are. */
export const draftsKey = 'duo.survey'

/** Three parts of a signed ticket, so that an anchor of the page is not taken for one. */
const ticketPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Keeps the member in this browser. Where storage is blocked or full the page goes on without. */
export function saveMember(member: Member): void {
  try {
    localStorage.setItem(memberKey, JSON.stringify(member))
  } catch {
    // without storage the ticket holds for this page only
  }
}

/** The member this browser knows; null where there is none, or where what is stored is none of ours. */
export function loadMember(): Member | null {
  try {
    const { ticket, email } = JSON.parse(localStorage.getItem(memberKey) ?? '{}') as Partial<Record<string, unknown>>
    if (typeof ticket !== 'string' || ticket === '') return null
    return { ticket, email: typeof email === 'string' ? email : null }
  } catch {
    return null
  }
}

/** Nothing of the member stays in this browser. */
export function clearMember(): void {
  try {
    localStorage.removeItem(memberKey)
  } catch {
    // what is blocked holds nothing
  }
}

/**
 * The ticket that a link out of a mail brought, which leaves the address bar at once: it must not be seen, shared or kept in the
 * history. Links carry it behind the `#`, which no server hears of; only the one-click way out of mails has it as `?ticket=`.
 */
export function consumeTicketFromUrl(): string | null {
  const { hash, pathname, search } = window.location
  const query = new URLSearchParams(search)
  const ticket = [hash.slice(1), query.get('ticket')].find((text) => text && ticketPattern.test(text)) ?? null
  if (ticket === null && !query.has('ticket')) return null
  query.delete('ticket')
  const rest = query.size > 0 ? `?${query}` : ''
  window.history.replaceState(window.history.state, '', pathname + rest + (ticketPattern.test(hash.slice(1)) ? '' : hash))
  return ticket
}
