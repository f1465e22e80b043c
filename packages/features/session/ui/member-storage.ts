export interface Member {
  ticket: string
  /** Null until a response names it: mailed links contain only the ticket. */
  email: string | null
}

export const memberKey = 'duo.waitlist'

/** Key of survey drafts, stored with their owner's `email`. */
export const draftsKey = 'duo.survey'

/** Matches the three parts of a signed ticket, but no page anchor. */
const ticketPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/

export function saveMember(member: Member): void {
  try {
    localStorage.setItem(memberKey, JSON.stringify(member))
  } catch {
    // without storage the ticket is lost with the page
  }
}

export function loadMember(): Member | null {
  try {
    const { ticket, email } = JSON.parse(localStorage.getItem(memberKey) ?? '{}') as Partial<Record<string, unknown>>
    if (typeof ticket !== 'string' || ticket === '') return null
    return { ticket, email: typeof email === 'string' ? email : null }
  } catch {
    return null
  }
}

export function clearMember(): void {
  try {
    localStorage.removeItem(memberKey)
  } catch {
    // blocked storage contains nothing
  }
}

/** Removes the ticket of a mailed link from the URL, so that it is not seen, shared or kept in the history. */
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
