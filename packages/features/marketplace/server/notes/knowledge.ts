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

const findNotes = cachedQuery(textCacheMs, keyOf, async (db, { agentId, language }) =>
  indexNotes(await queries.listNotes(db, agentId, language), language),
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
  getNotes: (of) => findNotes(db, of),
  listVectors: async (of) => (await findVectors(db, of)) ?? [],
  listAgents: async (language) => (await findAgents(db, language)) ?? [],
})
