import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetMember, type Member, rememberedMember, rememberMember, takeTicket } from '../shell/member-memory.ts'
import type { StatusAnswer } from './schema.ts'

export type MemberStatus =
  | { is: 'loading' | 'no_ticket' | 'invalid_ticket' | 'failed' | 'erased' }
  | { is: 'known'; ticket: string; status: Extract<StatusAnswer, { error: null }>['status'] }

/** How long an answer may take, in milliseconds (spec, section 9). */
export const patience = 10_000

/**
 * The status of whoever is in front of the browser: by the ticket that a link brought, else by the one it remembers. A ticket that
 * opens nothing leaves no trace: what was remembered before it is remembered again.
 */
export function useMemberStatus() {
  const { api } = useRouter().options.context
  const [state, setState] = useState<MemberStatus>({ is: 'loading' })
  const before = useRef<Member | null>(null)
  const current = useRef<string | null>(null)

  const load = useCallback(async () => {
    const ticket = current.current
    if (ticket === null) return setState({ is: 'no_ticket' })
    setState({ is: 'loading' })
    const next = await answer(async () =>
      (await api()).waitlist.status.query({ ticket }, { signal: AbortSignal.timeout(patience) }),
    )
    // another link was followed meanwhile
    if (current.current !== ticket) return
    if (next.is === 'known') rememberMember({ ticket, email: next.status.email })
    else if (next.is === 'invalid_ticket') restore(before.current, ticket)
    setState(next.is === 'known' ? { ...next, ticket } : next)
  }, [api])

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

  // what replaces a long page begins at its top
  const end = useCallback((is: 'erased' | 'invalid_ticket') => {
    forgetMember()
    setState({ is })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  const erased = useCallback(() => end('erased'), [end])
  const expired = useCallback(() => end('invalid_ticket'), [end])
  return { state, retry: load, erased, expired }
}

function restore(member: Member | null, invalid: string) {
  if (member !== null && member.ticket !== invalid) rememberMember(member)
  else forgetMember()
}

async function answer(call: () => Promise<StatusAnswer>) {
  try {
    const answer = await call()
    return answer.error ? ({ is: 'invalid_ticket' } as const) : ({ is: 'known', status: answer.status } as const)
  } catch (error) {
    console.error(error)
    return { is: 'failed' } as const
  }
}
