import { type Count, consume } from '@duo/platform/server/security/rate-limit.ts'
import { consumeRateLimit, type RequestContext, type Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { AskEvent } from '../../../chat/ask-schema.ts'
import type { Persona, Responder } from '../../../chat/server/agent-directory.ts'
import { type AcceptedQuestion, answerQuestion, modelOrOffline, toMessages } from '../../../chat/server/ask/ask.ts'
import { createQuestionEmbedder } from '../../../marketplace/server/embeddings/question-embedding.ts'
import { streamWords } from '../../../marketplace/server/offline-responder.ts'
import { askAgentLimit, tryLimit } from '../../agent-rules.ts'
import { assertOwn } from '../assert-own.ts'
import { type AskerKey, countQuestion, isBlocked } from '../audience/asker-queries.ts'
import { askerOf } from '../audience/audience.ts'
import { findDraft } from '../draft/draft-queries.ts'
import { toProfile } from '../draft/profile.ts'
import { requireShared } from '../sharing/shared-agent.ts'
import { creatorBudget } from './creator-budget.ts'
import { engineReply, leadingQuestions, notCovered, type RepliedAgent } from './engine-reply.ts'
import { type FoundAnswer, findAnswer } from './find-answer.ts'
import { passageNotes, toPersona } from './persona.ts'
import { limitShown } from './shown-passages.ts'
import { supportedReply } from './supported-reply.ts'

interface AskInput {
  question: string
  language: Locale
  notAboutMe: boolean
  turns: readonly { question: string; answer: string }[]
}

/** Answers a question to a draft, for its creator. Throws `not_found`, `too_many_requests`. */
export async function tryAgent(
  context: RequestContext & { user: Viewer },
  { agentId, turns, ...question }: AskInput & { agentId: string },
  signal?: AbortSignal,
): Promise<AsyncGenerator<AskEvent>> {
  const { db, user, budget } = context
  const count: Count = { limit: tryLimit, key: user.id }
  // after crisis help, which an agent that is gone must not prevent
  const draftOnce = once(async () => assertOwn(await findDraft(db, { id: agentId, ownerId: user.id })))
  const answering = {
    speaker: 'program' as const,
    count: async () => {
      await draftOnce()
      await consume(context, count)
      return [count]
    },
    find: async () => {
      const draft = await draftOnce()
      const agent = { ...draft, profile: toProfile(draft.profile) }
      return toPersona(agent, { slug: draft.slug ?? draft.id, contentVersion: `draft ${draft.revision}` })
    },
    chooseResponder: async (_: Persona, accepted: AcceptedQuestion) => {
      const draft = await draftOnce()
      const agent = { ...draft, profile: toProfile(draft.profile) }
      const own = { ...context, budget: await creatorBudget(context, user.id, budget) }
      return respond(own, { agent, accepted, isCreator: true })
    },
  }
  return answerQuestion(context, answering, { ...question, history: turns.flatMap(toMessages) }, signal)
}

/** Runs a lookup on first use. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find()
    return found
  }
}

/**
 * Answers a visitor's question to a shared agent. Throws `not_found`, `forbidden` for an asker whom the creator has blocked,
 * `unavailable` while it is paused, and `too_many_requests`.
 */
export async function askAgent(
  context: RequestContext,
  { slug, turns, ...question }: AskInput & { slug: string },
  signal?: AbortSignal,
): Promise<AsyncGenerator<AskEvent>> {
  const { db, visitorBudget } = context
  const sharedOnce = once(() => requireShared(db, slug))
  const askerOnce = once(async (): Promise<AskerKey> => {
    const { draftId } = await sharedOnce()
    return await askerOf(context, draftId)
  })
  const answering = {
    speaker: 'program' as const,
    count: async () => {
      const { pausedAt } = await sharedOnce()
      const counts = await consumeRateLimit(context, askAgentLimit)
      if (pausedAt) throw new AppError('forbidden')
      const asker = await askerOnce()
      if (await isBlocked(db, asker)) throw new AppError('forbidden')
      await countQuestion(db, asker)
      return counts
    },
    find: async () => {
      const shared = await sharedOnce()
      return toPersona({ ...shared, profile: toProfile(shared.profile) }, { slug, contentVersion: shared.digest ?? shared.id })
    },
    chooseResponder: async (_: Persona, accepted: AcceptedQuestion) => {
      const shared = await sharedOnce()
      const agent = { ...shared, profile: toProfile(shared.profile) }
      const budget = await creatorBudget(context, shared.ownerId, visitorBudget)
      const responder = await respond({ ...context, budget }, { agent, accepted, isCreator: false })
      return agent.profile.reveal === 'document' ? responder : limitShown(db, await askerOnce(), responder)
    },
  }
  return answerQuestion(context, answering, { ...question, history: turns.flatMap(toMessages) }, signal)
}

interface Answering {
  agent: RepliedAgent
  accepted: AcceptedQuestion
  isCreator: boolean
}

/** *Only my documents* is decided here, before any model: without a passage above the threshold, none is called. */
async function respond(context: RequestContext, { agent, accepted, isCreator }: Answering): Promise<Responder> {
  const { db, models, budget } = context
  const { profile } = agent
  const [first = accepted.language] = profile.languages
  const language = profile.languages.includes(accepted.language) ? accepted.language : first
  const turn = { ...accepted, language }
  const found = await findAnswer(db, agent, { ...accepted, embedder: createQuestionEmbedder(context) })
  const engine = engineResponder(context, agent, found, turn)
  const hasModel = models.length > 0 && !budget.isSpent()
  const asksModel = found.coverage === 'documents' || (found.coverage === 'not_covered' && !profile.onlyDocuments)
  if (!hasModel || !asksModel) return engine
  const hits = found.coverage === 'documents' ? found.hits : []
  const notes = passageNotes(hits, language)
  // words of another language cannot be compared
  const needsCitation = profile.onlyDocuments && hits.every((hit) => hit.language === null || hit.language === language)
  const known = [agent.name, accepted.question, profile.line, profile.description].join('\n')
  const checked = { isCreator, known, checksNames: notes.length > 0, needsCitation, instead: engine }
  // the engine's quotations need no check
  const supported = modelOrOffline(context, { notes, hints: [] }, engine, (model) => supportedReply(model, checked))
  return async function* (input, signal) {
    yield { type: 'coverage', coverage: found.coverage === 'documents' ? 'documents' : 'general' }
    for await (const part of supported({ ...input, language }, signal)) {
      if (part.type === 'coverage') continue
      if (part.type === 'done') {
        const questions = await leadingQuestions(db, agent, found, turn)
        if (questions.length > 0) yield { type: 'next', questions }
      }
      yield part
    }
  }
}

const engineResponder = (
  { db }: RequestContext,
  agent: RepliedAgent,
  found: FoundAnswer,
  turn: Parameters<typeof engineReply>[2],
): Responder =>
  async function* (_, signal) {
    // only small talk names what stands under it: elsewhere the first word does not wait
    const early = found.coverage === 'small_talk' ? await leadingQuestions(db, agent, found, turn) : null
    const { text, sources } = engineReply(agent, found, turn, early !== null && early.length > 0)
    yield { type: 'coverage', coverage: found.coverage }
    if (sources.length > 0) yield { type: 'sources', sources }
    yield* streamWords(text === '' ? notCovered(agent.profile, turn.language) : text, signal)
    const questions = early ?? (await leadingQuestions(db, agent, found, turn))
    if (questions.length > 0) yield { type: 'next', questions }
    yield { type: 'done', tokens: 0, origin: 'offline' }
  }
