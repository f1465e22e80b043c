import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useMemo, useState } from 'react'
import type { Agent } from '../../schema.ts'
import type { AgentsData } from '../agents-loader.ts'
import { fieldNames } from '../category-name.ts'
import { useAutoStart, useStartConversation } from '../use-start-conversation.ts'
import { AgentCard } from './agent-card.tsx'
import { AgentFilters } from './agent-filters.tsx'
import { AgentsFailure, gridClasses, NoAgents, NoMatches } from './agent-list-states.tsx'
import { type AgentSearch, filterAgents, groupCounts, parseSearch } from './agent-search.ts'

interface AgentListProps {
  data: AgentsData
  search: AgentSearch
  start: string | undefined
}

/** Suspends until the agents have loaded. */
export function AgentList({ data, search, start }: AgentListProps) {
  const agents = data.agents instanceof Promise ? use(data.agents) : data.agents
  const toast = useToast()
  const failed = agents === null
  useEffect(() => {
    if (failed) toast({ title: m.marketplace_failed_toast(), tone: 'danger' })
  }, [failed, toast])
  if (agents === null) return <AgentsFailure />
  if (agents.length === 0) return <NoAgents />
  return <Agents agents={agents} search={search} startSlug={start} />
}

function Agents({ agents, search, startSlug }: { agents: Agent[]; search: AgentSearch; startSlug: string | undefined }) {
  const navigate = useNavigate()
  const [text, setText] = useState(search.q ?? '')
  const { starting, start } = useStartConversation()
  useAutoStart(startSlug, agents, start)
  const groups = useMemo(() => groupCounts(agents), [agents])
  const { q } = parseSearch({ q: text })
  const matches = filterAgents(agents, { category: search.category, q }, fieldNames)
  const onType = (text: string) => {
    setText(text)
    navigate({
      to: '/marketplace',
      search: { category: search.category, q: text || undefined },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <AgentFilters search={{ category: search.category, q }} text={text} onType={onType} total={agents.length} groups={groups} />
      <h2 className="sr-only">{m.marketplace_list_title()}</h2>
      <p role="status" className="sr-only">
        {matches.length === 1 ? m.marketplace_count_one() : m.marketplace_count_many({ count: matches.length })}
      </p>
      {matches.length === 0 ? (
        <NoMatches onClear={() => setText('')} />
      ) : (
        <ul className={`${gridClasses} pt-5 sm:pt-8 lg:pt-10 lg:pb-16`}>
          {matches.map((agent, index) => (
            <li key={agent.id}>
              <AgentCard
                agent={agent}
                priority={index < 3}
                starting={starting === agent.slug}
                disabled={starting !== null}
                onStart={start}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
