import type { Db } from '@duo/db/index.ts'
import { agentOfId } from '../marketplace/service.ts'
import * as queries from './agent-queries.ts'
import type { Agents } from './answerer-service.ts'

/** The agents as conversations need them. */
export const chatAgents: Agents = {
  card: (db, { id, language }) => agentOfId({ db }, id, language),
  names: (db, { ids, language }) => queries.names(db, ids, language),
  persona: async (db, { id, language }) => (await queries.persona(db, id, language)) ?? null,
  languageOf: (_question, page) => page,
  findNotes: async () => [],
  offlineAnswer: (_db: Db) =>
    async function* ({ agent }) {
      yield { type: 'text', text: `I am ${agent.name}.` }
      yield { type: 'done', tokens: 4, origin: 'offline' }
    },
}
