import { suggestNextQuestions } from '@duo/engine/notes/next-questions.ts'
import { detectLanguage } from '@duo/engine/search/find-passages.ts'
import { notesForModel } from '@duo/engine/search/notes-for-model.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { textCacheMs } from '../../marketplace/rules.ts'
import { findAgentDetail } from '../../marketplace/server/agents.ts'
import { createQuestionEmbedder } from '../../marketplace/server/embeddings/question-embedding.ts'
import { knowledgeIn } from '../../marketplace/server/notes/knowledge.ts'
import { createOfflineResponder } from '../../marketplace/server/offline-responder.ts'
import { maxNotesLength } from '../rules.ts'
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
  findNotes: (context, { agentId, ...query }) => {
    const input = { ...query, agent: { id: agentId }, messageId: '', embedder: createQuestionEmbedder(context) }
    return notesForModel(knowledgeIn(context.db), input, maxNotesLength)
  },
  nextQuestions: (db, input) => suggestNextQuestions(knowledgeIn(db), input),
  createOfflineResponder: (context) =>
    createOfflineResponder({ db: context.db, embedder: () => createQuestionEmbedder(context) }),
}
