import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { failureCode, isSignedOut } from '../../auth/ui/trpc-errors.ts'
import { toSessionState } from '../../session/ui/session-store.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { Agent } from '../schema.ts'

/** The sign-in page that leads back to this agent, and on into the conversation. */
const startHref = ({ slug }: Pick<Agent, 'slug'>) =>
  ({ to: '/auth', search: { mode: 'sign-in', next: `/marketplace?start=${slug}` } }) as const

/**
 * Begins a conversation: creates it and goes there (spec, section 4). Who is not signed in is told so on the sign-in page, which leads
 * back to `/marketplace?start=…`, where the conversation begins by itself.
 */
export function useStartConversation() {
  const router = useRouter()
  const { auth, api } = usePageContext()
  const toast = useToast()
  const [starting, setStarting] = useState<string | null>(null)
  const start = useCallback(
    async (agent: Agent) => {
      const signIn = () => router.navigate(startHref(agent))
      if (auth.get().status === 'signed_out') return signIn()
      setStarting(agent.slug)
      try {
        const { chat } = await api()
        const { conversation } = await chat.start.mutate({ agentId: agent.id })
        await router.navigate({ to: '/chat/$conversationId', params: { conversationId: conversation.id } })
      } catch (error) {
        if (isSignedOut(error)) {
          auth.set(toSessionState('signed_out', null))
          return signIn()
        }
        // its account page says how to add one
        if (failureCode(error) === 'second_factor_needed') return router.navigate({ to: '/account', hash: 'second-factor' })
        console.error(error)
        toast({ title: m.marketplace_start_failed(), text: m.marketplace_start_failed_text(), tone: 'danger' })
      } finally {
        setStarting(null)
      }
    },
    [router, auth, api, toast],
  )
  return { starting, start }
}

/** Goes on where signing in interrupted: once, with the agent that the address names. */
export function useAutoStart(startSlug: string | undefined, agents: readonly Agent[], start: (agent: Agent) => Promise<void>) {
  const router = useRouter()
  const { auth } = usePageContext()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (startSlug === undefined || hasStarted.current) return
    hasStarted.current = true
    const agent = agents.find(({ slug }) => slug === startSlug)
    const startOnce = async () => {
      // said once: a step back from the conversation does not begin another one
      await router.navigate({
        to: '/marketplace',
        search: ({ start: _start, ...rest }) => rest,
        state: true,
        replace: true,
        resetScroll: false,
      })
      if (agent && auth.get().status === 'signed_in') await start(agent)
    }
    startOnce().catch(console.error)
  }, [startSlug, agents, start, router, auth])
}
