import { getLocale } from '@duo/platform/i18n/locale.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { Agent, AgentTheme } from '../schema.ts'

/** `agents` is null if they could not be loaded. */
export async function loadAgents(
  { api, onError = console.error }: PageContext,
  theme: string,
): Promise<{ agents: Agent[] | null; themes: AgentTheme[] }> {
  try {
    const { marketplace } = await api()
    return await marketplace.agents.query({ language: getLocale(), ...(theme !== '' && { theme }) })
  } catch (error) {
    onError(error)
    return { agents: null, themes: [] }
  }
}
