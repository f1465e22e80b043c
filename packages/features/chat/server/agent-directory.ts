import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textLifetime } from '../../marketplace/rules.ts'
import { agentOfId } from '../../marketplace/server/agents.ts'
import { meaningOf } from '../../marketplace/server/embeddings/question-embedding.ts'
import { nextQuestions } from '../../marketplace/server/notes/next-questions.ts'
import { findNotes, languageSpoken } from '../../marketplace/server/notes/notes-search.ts'
import { offlineAnswer } from '../../marketplace/server/offline-engine/offline-responder.ts'
import * as queries from './agent-queries.ts'
import type { Agents } from './responder.ts'

const persona = cachedQuery(
  textLifetime,
  ({ id, language }: { id: string; language: Locale }) => `${id} ${language}`,
  (db, { id, language }) => queries.persona(db, id, language),
)

/** The marketplace's agents, as conversations need them. */
export const chatAgents: Agents = {
  card: (db, { id, language }) => agentOfId({ db }, id, language),
  offered: queries.offered,
  names: queries.names,
  persona: async (db, { id, language }) => (await persona(db, { id, language })) ?? null,
  languageOf: ({ question, history, page }) => languageSpoken(question, history) ?? page,
  findNotes: async (world, asked) => (await findNotes(world.db, { ...asked, meaning: meaningOf(world) })).notes,
  nextQuestions,
  offlineAnswer: (world) => offlineAnswer({ db: world.db, meaning: () => meaningOf(world) }),
}
