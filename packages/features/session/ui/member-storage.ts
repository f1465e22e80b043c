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
  markMember(true)
  try {
    localStorage.setItem(memberKey, JSON.stringify(member))
  } catch {
    // without storage the ticket is lost with the page
  }
}

/** Shows what is for members of the waitlist, and hides the calls to join (CSS). */
export function markMember(isMember: boolean): void {
  document.documentElement.toggleAttribute('data-member', isMember)
}

/** Shows what is for people who are invited to the beta, instead of what is for people who wait (CSS). */
export function markInvited(isInvited: boolean): void {
  document.documentElement.toggleAttribute('data-beta', isInvited)
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

/** Forgets a place that this page learned from the session, unless this browser remembers a member. */
export function forgetPlace(): void {
  if (loadMember()) return
  markMember(false)
  markInvited(false)
}

export function clearMember(): void {
  markMember(false)
  markInvited(false)
  try {
    localStorage.removeItem(memberKey)
  } catch {
    // blocked storage contains nothing
  }
}

/** Forgets the surveys' drafts. */
export function clearDrafts(): void {
  try {
    localStorage.removeItem(draftsKey)
  } catch {
    // blocked storage contains nothing
  }
}

/** Returns the token of a link's fragment. Mail programs encode the `#` again, and add punctuation or parameters of their own. */
function tokenInFragment(): string | null {
  const token = /^#(?:%23|#)*([\w-]+(?:\.[\w-]+)*)/i.exec(window.location.hash)?.[1] ?? null
  const isAnchor = token !== null && document.getElementById(token) !== null
  return isAnchor ? null : token
}

/** Removes the token of a mailed link from the URL, so that it is not seen, shared or kept in the history. */
export function consumeTokenFromUrl(): string | null {
  const token = tokenInFragment()
  return replaceUrl(token !== null) ? token : null
}

/** Like `consumeTokenFromUrl`, for waitlist tickets, which are also accepted in `?ticket=`. */
export function consumeTicketFromUrl(): string | null {
  const inFragment = [tokenInFragment()].find((text) => text && ticketPattern.test(text)) ?? null
  const inQuery = [new URLSearchParams(window.location.search).get('ticket')].find((text) => text && ticketPattern.test(text))
  replaceUrl(inFragment !== null)
  return inFragment ?? inQuery ?? null
}

/** A token in `?token=` was seen by servers and their logs, so it is removed and never accepted. */
function replaceUrl(dropsHash: boolean): boolean {
  const { hash, pathname, search } = window.location
  const query = new URLSearchParams(search)
  const dropsQuery = query.has('ticket') || query.has('token')
  if (!dropsHash && !dropsQuery) return false
  query.delete('ticket')
  query.delete('token')
  const rest = query.size > 0 ? `?${query}` : ''
  window.history.replaceState(window.history.state, '', pathname + rest + (dropsHash ? '' : hash))
  return dropsHash
}
