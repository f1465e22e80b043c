import { searchText } from '@duo/platform/shared/text/search-words.ts'
import { type AgentCategory, type AgentGroup, agentCategories, agentGroups, groupOf, maxSearchLength } from '../../rules.ts'
import type { Agent } from '../../schema.ts'

export interface AgentSearch {
  category?: AgentGroup | undefined
  q?: string | undefined
}

/** Accepts a group, or a category as older links used; ignores unknown values. */
export const parseSearch = ({ category, q }: { category?: string | undefined; q?: string | undefined }): AgentSearch => ({
  category: agentGroups.find((group) => group === category) ?? groupOfField(category),
  q: q?.trim() ? q.slice(0, maxSearchLength) : undefined,
})

function groupOfField(name: string | undefined): AgentGroup | undefined {
  const category = agentCategories.find((candidate) => candidate === name)
  return category && groupOf(category)
}

/** Letters that Unicode does not take apart, and those that people write for each other: Luís and Luiz. */
const sameLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  z: 's',
  ة: 'ه',
  ى: 'ي',
}

const wordsOf = (text: string) =>
  searchText(text)
    .replace(/[łøđðıßæœzةى]/g, (letter) => sameLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Strips endings in both languages: nurse, nurses and nursing; pintor and pintora. */
function stem(word: string): string {
  const one = word.replace(/s$/, '')
  const short = one.replace(/(?:mente|ing|ed|ers?|or[ae]?|eir[ao]|ist[ao]?|[aeioy])$/, '')
  return short.length >= 3 ? short : one
}

/** Matches all search terms by stem, or else by prefix, as while typing. */
export function filterAgents(
  agents: readonly Agent[],
  { category, q = '' }: AgentSearch,
  fieldNames: (category: AgentCategory) => readonly string[],
) {
  const inGroup = agents.filter((agent) => !category || groupOf(agent.category) === category)
  const terms = wordsOf(q)
  if (terms.length === 0) return inGroup
  const stems = terms.map(stem)
  const candidates = inGroup.map((agent) => ({ agent, ...searchableOf(searchTextOf(agent, fieldNames)) }))
  const matching = (matches: (candidate: Searchable) => boolean) => candidates.filter(matches).map(({ agent }) => agent)
  const exactMatches = matching((candidate) => stems.every((one) => candidate.stems.has(one)))
  if (exactMatches.length > 0) return exactMatches
  return matching(({ words }) => terms.every((one) => words.some((word) => word.startsWith(one))))
}

interface Searchable {
  words: readonly string[]
  stems: ReadonlySet<string>
}

/** Kept, because every search compares the same texts. */
const searchables = new Map<string, Searchable>()
/** Several times the agents in both languages. */
const maxSearchables = 500

function searchableOf(text: string): Searchable {
  const known = searchables.get(text)
  if (known) return known
  const words = wordsOf(text)
  const searchable = { words, stems: new Set(words.map(stem)) }
  if (searchables.size >= maxSearchables) searchables.clear()
  searchables.set(text, searchable)
  return searchable
}

function searchTextOf(agent: Agent, fieldNames: (category: AgentCategory) => readonly string[]): string {
  const { name, description, lived, voice_description, keywords, category } = agent
  // as in a handle: @adalovelace
  const joined = name.replace(/\P{L}/gu, '')
  return [name, joined, description, lived, voice_description, ...fieldNames(category), ...keywords].join(' ')
}

export const groupCounts = (agents: readonly Agent[]) =>
  agentGroups.flatMap((group) => {
    const count = agents.filter((agent) => groupOf(agent.category) === group).length
    return count > 0 ? [{ group, count }] : []
  })
