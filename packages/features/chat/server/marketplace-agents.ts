import { suggestNextQuestions } from '@duo/engine/notes/next-questions.ts'
import { detectLanguage, findNotes } from '@duo/engine/notes/notes-search.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textCacheMs } from '../../marketplace/rules.ts'
import { findAgentDetail } from '../../marketplace/server/agents.ts'
import { createQuestionEmbedder } from '../../marketplace/server/embeddings/question-embedding.ts'
import { knowledgeIn } from '../../marketplace/server/notes/knowledge.ts'
import { createOfflineResponder } from '../../marketplace/server/offline-responder.ts'
import type { AgentDirectory } from './agent-directory.ts'
import * as queries from './agent-queries.ts'

const cachedPersona = cachedQuery(
  textCacheMs,
  ({ id, language }: { id: string; language: Locale }) => `${id} ${language}`,
  (db, { id, language }) => queries.findPersona(db, id, language),
)

export const agentDirectory: AgentDirectory = {
  findAgentCard: (db, { id, language }) => findAgentDetail({ db }, id, language),
  findListedAgent: queries.findListedAgent,
  findListedAgentId: queries.findListedAgentId,
  listAgentNames: queries.listAgentNames,
  findPersona: async (db, { id, language }) => (await cachedPersona(db, { id, language })) ?? null,
  detectLanguage: ({ question, history, page }) => detectLanguage(question, history) ?? page,
  findNotes: async (context, query) =>
    (await findNotes(knowledgeIn(context.db), { ...query, embedder: createQuestionEmbedder(context) })).notes,
  nextQuestions: (db, input) => suggestNextQuestions(knowledgeIn(db), input),
  createOfflineResponder: (context) =>
    createOfflineResponder({ db: context.db, embedder: () => createQuestionEmbedder(context) }),
}
