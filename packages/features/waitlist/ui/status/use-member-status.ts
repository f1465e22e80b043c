import { useCallback, useEffect, useRef, useState } from 'react'
import {
  clearMember,
  consumeTicketFromUrl,
  loadMember,
  type Member,
  markInvited,
  markMember,
  saveMember,
} from '#session/ui/member-storage.ts'
import { useSession } from '#session/ui/session-provider.tsx'
import { useServerSync } from '#shell/ui/api/use-server-sync.ts'
import type { Api } from '#shell/ui/pages/page-context.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { StatusResult } from '../../schema.ts'

export type MemberStatus =
  | { kind: 'loading' | 'no_ticket' | 'invalid_ticket' | 'failed' | 'erased' }
  | {
      kind: 'loaded'
      ticket: string
      status: Extract<StatusResult, { error: null }>['status']
      /** Whether it was opened by the session of the signed-in user, whose entry it is. */
      isOwn: boolean
    }

/** Members of one household or office share a limit of calls. */
const statusPollMs = 20_000

/** Loads by the link's ticket, the remembered one, or the session, which opens the whole of the user's own entry. An invalid ticket
 * restores the remembered one. Follows the server and this browser’s storage, also after a change in another tab or on another device. */
export function useMemberStatus() {
  const { api } = usePageContext()
  const viewerId = useSession().viewer?.id
  const [state, setState] = useState<MemberStatus>({ kind: 'loading' })
  const previousMember = useRef<Member | null>(null)
  const ticketRef = useRef<string | null>(null)
  const email = useRef<string | null>(null)
  const wasSaved = useRef(false)
  const requestId = useRef(0)

  const load = useCallback(
    async (isQuiet = false) => {
      const id = ++requestId.current
      const ticket = followStorage(ticketRef.current, { email: email.current, wasSaved: wasSaved.current })
      ticketRef.current = ticket
      if (!isQuiet) setState({ kind: 'loading' })
      const byTicket: MemberStatus = ticket === null ? { kind: 'no_ticket' } : await toStatus(() => fetchByTicket(api, ticket))
      const asksSession = viewerId !== undefined && byTicket.kind !== 'failed' && !isWhole(byTicket)
      const own = asksSession ? await toStatus(() => fetchOwnStatus(api, byTicket)) : byTicket
      // what the ticket opened is there in any case; a page that is open stays as it is
      const next = own.kind === 'failed' && byTicket.kind === 'loaded' && !isQuiet ? byTicket : own
      if (id !== requestId.current || (isQuiet && next.kind === 'failed')) return
      if (byTicket.kind === 'loaded') {
        email.current = byTicket.status.email
        remember(byTicket)
        wasSaved.current = loadMember() !== null
      } else if (ticket !== null && next.kind !== 'failed') restore(previousMember.current, ticket)
      if (next.kind === 'loaded') {
        markMember(true)
        markInvited(next.status.invitedAt !== null)
      }
      setState(next)
    },
    [api, viewerId],
  )

  const open = useCallback(
    (linkTicket: string | null) => {
      const savedMember = loadMember()
      if (linkTicket !== null && linkTicket !== savedMember?.ticket) {
        previousMember.current = savedMember
        saveMember({ ticket: linkTicket, email: null })
      }
      // of a link, the first response names it
      if (linkTicket !== null) email.current = null
      else if (ticketRef.current === null) email.current = savedMember?.email ?? null
      wasSaved.current = loadMember() !== null
      ticketRef.current = linkTicket ?? ticketRef.current ?? savedMember?.ticket ?? null
      load()
    },
    [load],
  )

  useEffect(() => {
    const openLink = () => open(consumeTicketFromUrl())
    openLink()
    const onHashChange = () => /^#[\w-]+\./.test(window.location.hash) && openLink()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [open])

  const isLoaded = state.kind === 'loaded'
  const sync = useCallback(async () => {
    if (isLoaded) await load(true)
  }, [isLoaded, load])
  const notifyOtherTabs = useServerSync('duo.waitlist', sync, { pollMs: isLoaded ? statusPollMs : null })
  const refresh = useCallback(async () => {
    notifyOtherTabs()
    await load(true)
  }, [notifyOtherTabs, load])

  const isOwn = state.kind === 'loaded' && state.isOwn
  const shownEmail = state.kind === 'loaded' ? state.status.email : null
  const end = useCallback(
    (kind: 'erased' | 'invalid_ticket' | 'no_ticket') => {
      requestId.current++
      // a session or an older tab may show another entry than the one that this browser remembers
      const saved = loadMember()
      if (saved === null || saved.email === shownEmail || saved.ticket === ticketRef.current) clearMember()
      ticketRef.current = null
      setState({ kind })
      window.scrollTo({ top: 0, behavior: 'instant' })
    },
    [shownEmail],
  )
  const markErased = useCallback(() => end('erased'), [end])
  const retry = useCallback(() => load(), [load])
  const handleExpired = useCallback(() => (isOwn ? load() : end('invalid_ticket')), [isOwn, load, end])
  const forget = useCallback(() => end('no_ticket'), [end])
  return { state, retry, refresh, recheck: sync, open, markErased, handleExpired, forget }
}

/** Another tab may have forgotten the member, or stored the ticket of a confirmation, which opens more. */
function followStorage(ticket: string | null, { email, wasSaved }: { email: string | null; wasSaved: boolean }): string | null {
  const saved = loadMember()
  if (saved === null && wasSaved) {
    clearMember()
    return null
  }
  return saved !== null && email !== null && saved.email === email ? saved.ticket : ticket
}

/** Never replaces the ticket that another tab has stored meanwhile. */
function remember({ ticket, status: { email } }: Extract<MemberStatus, { kind: 'loaded' }>): void {
  const saved = loadMember()
  if (saved === null || saved.ticket === ticket) saveMember({ ticket, email })
}

function restore(member: Member | null, invalid: string) {
  if (loadMember()?.ticket !== invalid) return
  if (member !== null && member.ticket !== invalid) saveMember(member)
  else clearMember()
}

async function fetchByTicket(api: Api, ticket: string): Promise<MemberStatus> {
  const { waitlist } = await api()
  const { error, ...result } = await waitlist.status.query({ ticket })
  return 'status' in result ? { kind: 'loaded', ticket, status: result.status, isOwn: false } : { kind: 'invalid_ticket' }
}

const isWhole = (state: MemberStatus) => state.kind === 'loaded' && 'history' in state.status

/** Another person's entry, which this browser joined, stays as it is. */
async function fetchOwnStatus(api: Api, byTicket: MemberStatus): Promise<MemberStatus> {
  const { waitlist } = await api()
  const status = await waitlist.mine.query()
  if (!status || (byTicket.kind === 'loaded' && status.email !== byTicket.status.email)) return byTicket
  return { kind: 'loaded', ticket: status.ticket, status, isOwn: true }
}

async function toStatus(call: () => Promise<MemberStatus>): Promise<MemberStatus> {
  try {
    return await call()
  } catch (error) {
    console.error(error)
    return { kind: 'failed' }
  }
}
