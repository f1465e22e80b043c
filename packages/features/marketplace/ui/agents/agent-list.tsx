import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useMemo, useState } from 'react'
import type { Agent } from '../../schema.ts'
import type { AgentsData } from '../agents-loader.ts'
import { fieldNames } from '../category-name.ts'
import { useStart, useStartAsAsked } from '../use-start-conversation.ts'
import { AgentCard } from './agent-card.tsx'
import { AgentFilters } from './agent-filters.tsx'
import { AgentsFailure, gridLook, NoAgents, NoneFits } from './agent-list-states.tsx'
import { type Asked, fittingAgents, groupCounts, readAsked } from './agent-search.ts'

interface AgentListProps {
  data: AgentsData
  asked: Asked
  /** The agent with whom a conversation is to begin at once. */
  start: string | undefined
}

/** The agents, or why there are none. Suspends while they are on their way. */
export function AgentList({ data, asked, start }: AgentListProps) {
  const agents = data.agents instanceof Promise ? use(data.agents) : data.agents
  const toast = useToast()
  const failed = agents === null
  useEffect(() => {
    if (failed) toast({ title: m.marketplace_failed_toast(), tone: 'danger' })
  }, [failed, toast])
  if (agents === null) return <AgentsFailure />
  if (agents.length === 0) return <NoAgents />
  return <Agents agents={agents} asked={asked} wanted={start} />
}

function Agents({ agents, asked, wanted }: { agents: Agent[]; asked: Asked; wanted: string | undefined }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(asked.q ?? '')
  const { starting, start } = useStart()
  useStartAsAsked(wanted, agents, start)
  const groups = useMemo(() => groupCounts(agents), [agents])
  const { q } = readAsked({ q: typed })
  const shown = fittingAgents(agents, { category: asked.category, q }, fieldNames)
  const type = (text: string) => {
    setTyped(text)
    navigate({
      to: '/marketplace',
      search: { category: asked.category, q: text || undefined },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <AgentFilters asked={{ category: asked.category, q }} typed={typed} onType={type} total={agents.length} groups={groups} />
      <h2 className="sr-only">{m.marketplace_list_title()}</h2>
      <p role="status" className="sr-only">
        {shown.length === 1 ? m.marketplace_count_one() : m.marketplace_count_many({ count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <NoneFits onClear={() => setTyped('')} />
      ) : (
        <ul className={`${gridLook} pt-5 sm:pt-8 lg:pt-10 lg:pb-16`}>
          {shown.map((agent, index) => (
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
