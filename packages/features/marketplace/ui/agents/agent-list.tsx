import { m } from '@duo/platform/i18n/messages.ts'
import type { Agent, AgentTheme } from '../../schema.ts'
import { fieldNames } from '../category-name.ts'
import { AgentCard } from './agent-card.tsx'
import { AgentFilters } from './agent-filters.tsx'
import { AgentsFailure, gridClasses, NoAgents, NoMatches } from './agent-list-states.tsx'
import { type AgentSearch, filterAgents, groupCounts } from './agent-search.ts'

interface AgentListProps {
  agents: Agent[] | null
  themes: readonly AgentTheme[]
  search: AgentSearch
}

export function AgentList({ agents, themes, search }: AgentListProps) {
  if (agents === null) return <AgentsFailure />
  if (agents.length === 0) return <NoAgents />
  const matches = withThemes(agents, filterAgents(agents, search, fieldNames), themes)
  return (
    <>
      <AgentFilters search={search} total={agents.length} groups={groupCounts(agents)} />
      <h2 className="sr-only">{m.marketplace_list_title()}</h2>
      <p role="status" data-loading={m.marketplace_loading()} className="sr-only" />
      <div id="agent-results" data-list-part className="transition-opacity in-aria-busy:opacity-60">
        <p data-list-count className="sr-only">
          {matches.length === 1 ? m.marketplace_count_one() : m.marketplace_count_many({ count: matches.length })}
        </p>
        {matches.length === 0 ? (
          <NoMatches />
        ) : (
          <ul className={`${gridClasses} pt-5 sm:pt-8 lg:pt-10 lg:pb-16`}>
            {matches.map(({ agent, topic }, index) => (
              <li key={agent.id}>
                <AgentCard agent={agent} topic={topic} priority={index < 3} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role="alert" hidden data-list-failed className="mt-6 max-w-[44ch]">
        {m.marketplace_failed_text()}
      </p>
    </>
  )
}

/** Who speaks of a theme in their notes comes after those whose description has it, with the reason. */
function withThemes(agents: readonly Agent[], matches: readonly Agent[], themes: readonly AgentTheme[]) {
  const byTheme = themes.flatMap(({ slug, title }) => {
    const agent = agents.find((one) => one.slug === slug && !matches.includes(one))
    return agent ? [{ agent, topic: title }] : []
  })
  return [...matches.map((agent) => ({ agent, topic: undefined })), ...byTheme]
}
