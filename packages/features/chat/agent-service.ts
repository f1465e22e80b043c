import { offlineAnswer } from '../marketplace/engine-service.ts'
import { findNotes, languageSpoken } from '../marketplace/notes-service.ts'
import { agentOfId } from '../marketplace/service.ts'
import * as queries from './agent-queries.ts'
import type { Agents } from './answerer-service.ts'

/** The marketplace's agents, as conversations need them. */
export const chatAgents: Agents = {
  card: (db, { id, language }) => agentOfId({ db }, id, language),
  names: queries.names,
  persona: async (db, { id, language }) => (await queries.persona(db, id, language)) ?? null,
  languageOf: ({ question, history, page }) => languageSpoken(question, history) ?? page,
  findNotes: async (db, asked) => (await findNotes(db, asked)).notes,
  offlineAnswer: (db) => offlineAnswer({ db }),
}
