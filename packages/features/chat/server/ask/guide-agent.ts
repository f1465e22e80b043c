import { notesForModel } from '@duo/engine/search/notes-for-model.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { guide } from '#guide/rules.ts'
import { guideKnowledge, guideTexts, guideVersion, pageName } from '#guide/server/guide-notes.ts'
import { replyAsGuide } from '#guide/server/guide-reply.ts'
import { streamWords } from '#marketplace/server/offline-responder.ts'
import { maxNotesLength } from '../../rules.ts'
import type { Source } from '../../schema.ts'
import type { AgentDirectory, Persona } from '../agent-directory.ts'

/** The part of the directory that answers a visitor. */
export type VisitorAgents = Pick<AgentDirectory, 'findListedAgentId' | 'findPersona' | 'findNotes' | 'createOfflineResponder'>

function guidePersona(language: Locale): Persona {
  const { description, promptSeed, starters } = guideTexts[language]
  return { ...guide, id: guide.slug, description, promptSeed, starters, lines: [], contentVersion: guideVersion, isGuide: true }
}

/** Duo's guide as an agent that can be asked. It has no row, so no list contains it and no conversation can start with it. */
export const guideAsAgent: VisitorAgents = {
  findListedAgentId: async (_, slug) => (slug === guide.slug ? slug : undefined),
  findPersona: async (_, { language }) => guidePersona(language),
  findNotes: (_, { agentId, ...query }) =>
    notesForModel(guideKnowledge, { ...query, agent: { id: agentId }, messageId: '' }, maxNotesLength),
  createOfflineResponder: () =>
    async function* answer(input, signal) {
      const { text, sources, nextQuestions } = await replyAsGuide(input)
      yield* streamWords(text, signal)
      if (sources.length > 0) yield { type: 'sources', sources }
      if (nextQuestions.length > 0) yield { type: 'next', questions: nextQuestions }
      yield { type: 'done', tokens: 0, origin: 'offline' }
    },
}

/** A model cites notes by their titles; readers see the names of the pages. */
export const withPageNames = (part: { type: 'sources'; sources: Source[] }, language: Locale) => ({
  ...part,
  sources: part.sources.map((source) => ({ ...source, title: pageName(source.source, language) })),
})
