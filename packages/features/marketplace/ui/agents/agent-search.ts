import { type AgentCategory, type AgentGroup, agentCategories, agentGroups, groupOf } from '../../rules.ts'
import type { Agent } from '../../schema.ts'

/** What the marketplace's address asks for. */
export interface AgentSearch {
  category?: AgentGroup | undefined
  q?: string | undefined
}

export const maxSearchLength = 60

const groups = Object.keys(agentGroups) as AgentGroup[]

/** Reads an address: a group, or the group of a field, as addresses said before; one that does not exist asks for all. */
export const parseSearch = ({ category, q }: { category?: string | undefined; q?: string | undefined }): AgentSearch => ({
  category: groups.find((group) => group === category) ?? groupOfField(category),
  q: q?.trim() ? q.slice(0, maxSearchLength) : undefined,
})

function groupOfField(name: string | undefined): AgentGroup | undefined {
  const category = agentCategories.find((candidate) => candidate === name)
  return category && groupOf(category)
}

/** Words in lower case without accents: "Ciência" is found by "ciencia". */
const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** What a word shares with its other forms, in both languages: nurse, nurses and nursing; pintor and pintora. */
function stem(word: string): string {
  const one = word.replace(/s$/, '')
  const short = one.replace(/(?:mente|ing|ed|ers?|or[ae]?|eir[ao]|ist[ao]?|[aeioy])$/, '')
  return short.length >= 3 ? short : one
}

/**
 * The agents that fit: each word asked for stands, in whatever form, in what their cards say or in the words they are found by; where
 * that is so of none, such a word begins with it, as while a person types.
 */
export function filterAgents(
  agents: readonly Agent[],
  { category, q = '' }: AgentSearch,
  fieldNames: (category: AgentCategory) => readonly string[],
) {
  const inGroup = agents.filter((agent) => !category || groupOf(agent.category) === category)
  const terms = wordsOf(q)
  if (terms.length === 0) return inGroup
  const candidates = inGroup.map((agent) => ({ agent, words: wordsOf(searchTextOf(agent, fieldNames)) }))
  const matching = (matches: (term: string, word: string) => boolean) =>
    candidates.filter(({ words }) => terms.every((one) => words.some((word) => matches(one, word)))).map(({ agent }) => agent)
  const exactMatches = matching((one, word) => stem(one) === stem(word))
  return exactMatches.length > 0 ? exactMatches : matching((one, word) => word.startsWith(one))
}

function searchTextOf(agent: Agent, fieldNames: (category: AgentCategory) => readonly string[]): string {
  const { name, description, lived, voice_description, keywords, category } = agent
  return [name, description, lived, voice_description, ...fieldNames(category), ...keywords].join(' ')
}

/** The groups that there are agents of, with how many, in the order of the house. */
export const groupCounts = (agents: readonly Agent[]) =>
  groups.flatMap((group) => {
    const count = agents.filter((agent) => groupOf(agent.category) === group).length
    return count > 0 ? [{ group, count }] : []
  })
