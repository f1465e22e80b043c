import { getLocale } from '@duo/platform/i18n/locale.ts'
import { redirect } from '@tanstack/react-router'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { Agent } from '../schema.ts'

export interface AgentsData {
  agents: Agent[] | null | Promise<Agent[] | null>
}

const onServer = typeof document === 'undefined'

/** Awaits the agents on the server only; the browser renders at once. `start` requires signing in, also without scripts. */
export async function loadAgents(context: PageContext, { start }: { start?: unknown }): Promise<AgentsData> {
  if (typeof start === 'string' && context.auth.get().status === 'signed_out') {
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next: `/marketplace?start=${encodeURIComponent(start)}` } })
  }
  const failed = (error: unknown) => {
    ;(context.onError ?? console.error)(error)
    return null
  }
  const agents = fetchAgents(context).catch(failed)
  return { agents: onServer ? await agents : agents }
}

async function fetchAgents({ api }: PageContext): Promise<Agent[]> {
  const { marketplace } = await api()
  return (await marketplace.agents.query({ language: getLocale() })).agents
}
