import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { CalledAgent, Knowledge, NamedAgent } from '../knowledge.ts'

/** Shorter first names are too common to identify an agent. */
const distinctiveFirstName = 7
/** First names that are more often cities. */
const alsoCities = new Set(['florence'])

export function calledAgent(agent: NamedAgent): CalledAgent {
  const words = plainWords(agent.name)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isRare = first.length >= distinctiveFirstName && !alsoCities.has(first)
  return { ...agent, called: [words.join(' '), ...(isRare ? [first] : [])], last: last.length > 3 ? last : null }
}

/** Returns the other agents that a message names, tolerating typos. */
export async function findAgentsByName(
  knowledge: Knowledge,
  { message, agentId, language }: { message: string; agentId: string; language: Locale },
): Promise<NamedAgent[]> {
  const agents = await knowledge.listAgents(language)
  const lasts = agents.flatMap(({ last }) => last ?? [])
  const words = plainWords(message)
  const messageText = ` ${words.join(' ')} `
  const meant = new Set(words.map((word) => nearestWord(word, lasts) ?? word))
  const named = agents.filter(
    ({ id, called, last }) =>
      id !== agentId && (called.some((name) => messageText.includes(` ${name} `)) || (last !== null && meant.has(last))),
  )
  return named.map(({ called: _called, last: _last, ...agent }) => agent)
}
