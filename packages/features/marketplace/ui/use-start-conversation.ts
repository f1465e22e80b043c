import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { failureCode, isSignedOut } from '../../auth/ui/trpc-errors.ts'
import { toSessionState } from '../../session/ui/session-store.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { Agent } from '../schema.ts'

const startHref = ({ slug }: Pick<Agent, 'slug'>) =>
  ({ to: '/auth', search: { mode: 'sign-in', next: `/marketplace?start=${slug}` } }) as const

/** Creates a conversation and navigates to it (spec, section 4). Signed-out users sign in first. */
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

/** Continues once after signing in, with the agent named in the URL. */
export function useAutoStart(startSlug: string | undefined, agents: readonly Agent[], start: (agent: Agent) => Promise<void>) {
  const router = useRouter()
  const { auth } = usePageContext()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (startSlug === undefined || hasStarted.current) return
    hasStarted.current = true
    const agent = agents.find(({ slug }) => slug === startSlug)
    const startOnce = async () => {
      // removes the parameter, so that going back does not start another conversation
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
