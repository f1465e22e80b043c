import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textLifetime } from '../../marketplace/rules.ts'
import { agentOfId } from '../../marketplace/server/agents.ts'
import { meaningOf } from '../../marketplace/server/embeddings/question-embedding.ts'
import { nextQuestions } from '../../marketplace/server/notes/next-questions.ts'
import { findNotes, languageSpoken } from '../../marketplace/server/notes/notes-search.ts'
import { offlineAnswer } from '../../marketplace/server/offline-engine/offline-responder.ts'
import * as queries from './agent-queries.ts'
import type { AgentDirectory } from './responder.ts'

const cachedPersona = cachedQuery(
  textLifetime,
  ({ id, language }: { id: string; language: Locale }) => `${id} ${language}`,
  (db, { id, language }) => queries.findPersona(db, id, language),
)

/** The marketplace's agents, as conversations need them. */
export const agentDirectory: AgentDirectory = {
  findAgentCard: (db, { id, language }) => agentOfId({ db }, id, language),
  findListedAgent: queries.findListedAgent,
  listAgentNames: queries.listAgentNames,
  findPersona: async (db, { id, language }) => (await cachedPersona(db, { id, language })) ?? null,
  detectLanguage: ({ question, history, page }) => languageSpoken(question, history) ?? page,
  findNotes: async (context, query) => (await findNotes(context.db, { ...query, meaning: meaningOf(context) })).notes,
  nextQuestions,
  createOfflineResponder: (context) => offlineAnswer({ db: context.db, meaning: () => meaningOf(context) }),
}
