import type { Db } from '@duo/db/index.ts'
import type { AgentLanguage, Knowledge } from '@duo/engine/knowledge.ts'
import { calledAgent } from '@duo/engine/reply/agent-names.ts'
import { indexNotes } from '@duo/engine/search/agent-index.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { textCacheMs } from '../../rules.ts'
import { listAgentNames } from '../agent-queries.ts'
import { listVectors } from '../embeddings/vector-queries.ts'
import * as queries from './notes-queries.ts'

const keyOf = ({ agentId, language }: AgentLanguage) => `${agentId} ${language}`

const findVoice = cachedQuery(textCacheMs, keyOf, (db, { agentId, language }) => queries.findVoice(db, agentId, language))

const findHash = cachedQuery(textCacheMs, (agentId: string) => agentId, queries.findHash)

/** Five to six MB each. */
const maxIndexes = 48

/** Kept until the agent's texts change, because an index takes 0.1 s of the only thread. */
const findNotes = cachedQuery(
  0,
  ({ hash, ...of }: AgentLanguage & { hash: string }) => `${keyOf(of)} ${hash}`,
  async (db, { agentId, language }) => indexNotes(await queries.listNotes(db, agentId, language), language),
  maxIndexes,
)

const findVectors = cachedQuery(textCacheMs, (of: AgentLanguage & { model: string }) => `${keyOf(of)} ${of.model}`, listVectors)

const findAgents = cachedQuery(
  textCacheMs,
  (language: Locale) => language,
  async (db, language) =>
    (await listAgentNames(db, language)).map(({ slug, ...agent }) =>
      calledAgent({ ...agent, address: localizePath(`/marketplace?start=${slug}`, language) }),
    ),
)

/** What the tables of a database say to the engine about agents. */
export const knowledgeIn = (db: Db): Knowledge => ({
  findVoice: (of) => findVoice(db, of),
  getNotes: async (of) => {
    const agent = await findHash(db, of.agentId)
    return agent && findNotes(db, { ...of, ...agent })
  },
  listVectors: async (of) => (await findVectors(db, of)) ?? [],
  listAgents: async (language) => (await findAgents(db, language)) ?? [],
})
