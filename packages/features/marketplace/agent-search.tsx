import { type AgentCategory, agentCategories } from './rules.ts'
import type { Agent } from './schema.ts'

/** What the marketplace's address asks for. */
export interface Asked {
  category?: AgentCategory | undefined
  q?: string | undefined
}

export const longestSearch = 60

/** Reads an address; a category that does not exist asks for all. */
export const readAsked = ({ category, q }: { category?: string | undefined; q?: string | undefined }): Asked => ({
  category: agentCategories.find((known) => known === category),
  q: q?.trim() ? q.slice(0, longestSearch) : undefined,
})

/** Lower case without accents: "Ciência" is found by "ciencia". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The agents that fit: each word asked for stands somewhere in what the card says. */
export function fittingAgents(
  agents: readonly Agent[],
  { category, q = '' }: Asked,
  categoryName: (category: AgentCategory) => string,
) {
  const words = plain(q).split(/\s+/).filter(Boolean)
  return agents.filter((agent) => {
    if (category && agent.category !== category) return false
    const { name, description, lived, voice_description } = agent
    const said = plain([name, description, lived, voice_description, categoryName(agent.category)].join(' '))
    return words.every((word) => said.includes(word))
  })
}

/** The categories that there are agents of, with how many, in the order of the house. */
export const categoryCounts = (agents: readonly Agent[]) =>
  agentCategories.flatMap((category) => {
    const count = agents.filter((agent) => agent.category === category).length
    return count > 0 ? [{ category, count }] : []
  })
