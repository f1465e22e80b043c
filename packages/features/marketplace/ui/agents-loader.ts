import { getLocale } from '@duo/platform/i18n/locale.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { Agent } from '../schema.ts'

/** Null if the agents could not be loaded. */
export async function loadAgents({ api, onError = console.error }: PageContext): Promise<{ agents: Agent[] | null }> {
  try {
    const { marketplace } = await api()
    return await marketplace.agents.query({ language: getLocale() })
  } catch (error) {
    onError(error)
    return { agents: null }
  }
}
