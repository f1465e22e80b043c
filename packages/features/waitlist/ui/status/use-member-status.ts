import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetMember, type Member, rememberedMember, rememberMember, takeTicket } from '../../../session/ui/member-storage.ts'
import { useAuth } from '../../../session/ui/session-provider.tsx'
import type { Api } from '../../../shell/ui/pages/page-context.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { StatusAnswer } from '../../schema.ts'

export type MemberStatus =
  | { is: 'loading' | 'no_ticket' | 'invalid_ticket' | 'failed' | 'erased' }
  | {
      is: 'known'
      ticket: string
      status: Extract<StatusAnswer, { error: null }>['status']
      /** Whether it is the entry of whoever is signed in, which this browser does not remember. */
      own: boolean
    }

/**
 * The status of whoever is in front of the browser: by the ticket that a link brought, else by the one it remembers, else of whoever is
 * signed in. A ticket that opens nothing leaves no trace: what was remembered before it is remembered again.
 */
export function useMemberStatus() {
  const { api } = usePageContext()
  const viewerId = useAuth().viewer?.id
  const [state, setState] = useState<MemberStatus>({ is: 'loading' })
  const before = useRef<Member | null>(null)
  const current = useRef<string | null>(null)
  const turns = useRef(0)

  const load = useCallback(async () => {
    const turn = ++turns.current
    const ticket = current.current
    setState({ is: 'loading' })
    let next: MemberStatus = ticket === null ? { is: 'no_ticket' } : await attempt(() => byTicket(api, ticket))
    if (viewerId && (next.is === 'no_ticket' || next.is === 'invalid_ticket')) next = await attempt(() => own(api, next))
    // another link was followed meanwhile, somebody else is here, or the page has ended
    if (turn !== turns.current) return
    if (ticket !== null && next.is === 'known' && !next.own) rememberMember({ ticket, email: next.status.email })
    else if (ticket !== null && next.is !== 'failed') restore(before.current, ticket)
    setState(next)
  }, [api, viewerId])

  const arrive = useCallback(() => {
    const remembered = rememberedMember()
    const brought = takeTicket()
    if (brought !== null && brought !== remembered?.ticket) {
      before.current = remembered
      rememberMember({ ticket: brought, email: null })
    }
    current.current = brought ?? current.current ?? remembered?.ticket ?? null
    load()
  }, [load])

  useEffect(() => {
    arrive()
    // a link pasted over this page's address changes nothing but the part behind the #
    const follow = () => /^#[\w-]+\./.test(window.location.hash) && arrive()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [arrive])

  const isOwn = state.is === 'known' && state.own
  // what replaces a long page begins at its top
  const end = useCallback(
    (is: 'erased' | 'invalid_ticket' | 'no_ticket') => {
      turns.current++
      // beside one's own entry, whoever is remembered is another
      if (!isOwn) forgetMember()
      current.current = null
      setState({ is })
      window.scrollTo({ top: 0, behavior: 'instant' })
    },
    [isOwn],
  )
  const erased = useCallback(() => end('erased'), [end])
  // whoever is signed in needs no link: the server has a new ticket for them
  const expired = useCallback(() => (isOwn ? load() : end('invalid_ticket')), [isOwn, load, end])
  const forget = useCallback(() => end('no_ticket'), [end])
  return { state, retry: load, erased, expired, forget }
}

function restore(member: Member | null, invalid: string) {
  if (member !== null && member.ticket !== invalid) rememberMember(member)
  else forgetMember()
}

async function byTicket(api: Api, ticket: string): Promise<MemberStatus> {
  const { waitlist } = await api()
  const { error, ...found } = await waitlist.status.query({ ticket })
  return 'status' in found ? { is: 'known', ticket, status: found.status, own: false } : { is: 'invalid_ticket' }
}

/** The entry of whoever is signed in; what was so before where there is none. */
async function own(api: Api, before: MemberStatus): Promise<MemberStatus> {
  const { waitlist } = await api()
  const status = await waitlist.mine.query()
  return status ? { is: 'known', ticket: status.ticket, status, own: true } : before
}

async function attempt(call: () => Promise<MemberStatus>): Promise<MemberStatus> {
  try {
    return await call()
  } catch (error) {
    console.error(error)
    return { is: 'failed' }
  }
}
