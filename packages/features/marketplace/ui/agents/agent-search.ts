import { type AgentCategory, type AgentGroup, agentCategories, agentGroups, groupOf } from '../../rules.ts'
import type { Agent } from '../../schema.ts'

/** What the marketplace's address asks for. */
export interface Asked {
  category?: AgentGroup | undefined
  q?: string | undefined
}

export const longestSearch = 60

const groups = Object.keys(agentGroups) as AgentGroup[]

/** Reads an address: a group, or the group of a field, as addresses said before; one that does not exist asks for all. */
export const readAsked = ({ category, q }: { category?: string | undefined; q?: string | undefined }): Asked => ({
  category: groups.find((group) => group === category) ?? groupOfField(category),
  q: q?.trim() ? q.slice(0, longestSearch) : undefined,
})

function groupOfField(name: string | undefined): AgentGroup | undefined {
  const category = agentCategories.find((known) => known === name)
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
export function fittingAgents(
  agents: readonly Agent[],
  { category, q = '' }: Asked,
  fieldNames: (category: AgentCategory) => readonly string[],
) {
  const inGroup = agents.filter((agent) => !category || groupOf(agent.category) === category)
  const asked = wordsOf(q)
  if (asked.length === 0) return inGroup
  const known = inGroup.map((agent) => ({ agent, words: wordsOf(saidOf(agent, fieldNames)) }))
  const fitting = (fits: (asked: string, said: string) => boolean) =>
    known.filter(({ words }) => asked.every((one) => words.some((word) => fits(one, word)))).map(({ agent }) => agent)
  const whole = fitting((one, word) => stem(one) === stem(word))
  return whole.length > 0 ? whole : fitting((one, word) => word.startsWith(one))
}

function saidOf(agent: Agent, fieldNames: (category: AgentCategory) => readonly string[]): string {
  const { name, description, lived, voice_description, keywords, category } = agent
  return [name, description, lived, voice_description, ...fieldNames(category), ...keywords].join(' ')
}

/** The groups that there are agents of, with how many, in the order of the house. */
export const groupCounts = (agents: readonly Agent[]) =>
  groups.flatMap((group) => {
    const count = agents.filter((agent) => groupOf(agent.category) === group).length
    return count > 0 ? [{ group, count }] : []
  })
