import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { textCacheMs } from '../rules.ts'
import * as queries from './agent-queries.ts'

export interface NamedAgent {
  id: string
  name: string
  lived: string
  address: string
}

const listNamedAgents = cachedQuery(
  textCacheMs,
  (language: Locale) => language,
  async (db, language) => {
    const agents = await queries.listAgentNames(db, language)
    return agents.map(({ slug, ...agent }) => ({
      ...agent,
      address: localizePath(`/marketplace?start=${slug}`, language),
      ...namesOf(agent.name),
    }))
  },
)

/** Shorter first names are too common to identify an agent. */
const distinctiveFirstName = 7
/** First names that are more often cities. */
const alsoCities = new Set(['florence'])

function namesOf(name: string) {
  const words = plainWords(name)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isRare = first.length >= distinctiveFirstName && !alsoCities.has(first)
  return { called: [words.join(' '), ...(isRare ? [first] : [])], last: last.length > 3 ? last : null }
}

/** Returns the other agents that a message names, tolerating typos. */
export async function findAgentsByName(
  db: Parameters<typeof listNamedAgents>[0],
  { message, agentId, language }: { message: string; agentId: string; language: Locale },
): Promise<NamedAgent[]> {
  const agents = (await listNamedAgents(db, language)) ?? []
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
