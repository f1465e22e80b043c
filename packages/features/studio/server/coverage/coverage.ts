import { inTransaction } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { createQuestionEmbedder } from '../../../marketplace/server/embeddings/question-embedding.ts'
import { coverageQuestions } from '../../agent-rules.ts'
import type { CoverageQuestion, CoverageResult } from '../../agent-schema.ts'
import { lockAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { AgentContext, StudioContext } from '../context.ts'
import { listCorrections } from '../corrections/correction-queries.ts'
import { proposeQuestions } from '../draft/draft.ts'
import { type DraftRow, findDraft } from '../draft/draft-queries.ts'
import { toProfile } from '../draft/profile.ts'
import { creatorBudget } from '../reply/creator-budget.ts'
import { engineReply } from '../reply/engine-reply.ts'
import { findAnswer } from '../reply/find-answer.ts'
import { saveCoverage } from './coverage-queries.ts'
import { beforeOf, type StoredRun, storedRun, toRun } from './coverage-runs.ts'
import { questionsOfModel } from './model-questions.ts'
import { questionsOfPassages } from './passage-questions.ts'

const toResult = ({ id, name, passages, documents }: DraftRow, run: StoredRun | null): CoverageResult => ({
  agent: { id, name, passages, documents: Number(documents ?? 0) },
  run: run && toRun(run),
  before: run && beforeOf(run),
})

/** Returns the last run; none before the first. */
export async function findCoverage({ db, user }: StudioContext, agentId: string): Promise<CoverageResult> {
  const draft = assertOwn(await findDraft(db, { id: agentId, ownerId: user.id }))
  return toResult(draft, storedRun(draft.coverage))
}

/**
 * Asks the draft thirty questions: those that the creator wrote, as people put them, then those of the run before, so that the
 * difference shows, then those of corrections, headings and passages; by the model where there is one.
 */
export async function measureCoverage(
  context: AgentContext,
  { agentId, ownQuestions }: { agentId: string; ownQuestions?: string[] | undefined },
): Promise<CoverageResult> {
  const { db, user } = context
  const draft = assertOwn(await findDraft(db, { id: agentId, ownerId: user.id }))
  const last = storedRun(draft.coverage)
  const before = new Map(last?.questions.map(({ question, coverage }) => [question, coverage]))
  const lastOwn = last?.questions.filter(({ own }) => own).map(({ question }) => question) ?? []
  const own = new Set(ownQuestions ?? lastOwn)
  const made = await chooseQuestions(
    context,
    draft,
    [...before.keys()].filter((question) => !lastOwn.includes(question)),
  )
  const questions: CoverageQuestion[] = []
  for (const question of [...new Set([...own, ...made])].slice(0, coverageQuestions)) {
    const found = await measure(context, draft, question)
    questions.push({ ...found, own: own.has(question), before: before.get(question) ?? null })
  }
  const run: StoredRun = {
    at: new Date().toISOString(),
    questions,
    before: last && { at: last.at, results: last.questions.map(({ question, coverage }) => ({ question, coverage })) },
  }
  await inTransaction(db, async (tx) => {
    assertOwn(await lockAgent(tx, { id: agentId, ownerId: user.id }))
    await saveCoverage(tx, agentId, run)
  })
  return toResult(draft, run)
}

/** Of the run before. */
const keptQuestions = 20

async function chooseQuestions(context: AgentContext, draft: DraftRow, before: readonly string[]): Promise<string[]> {
  const { db, user } = context
  const { id, language } = draft
  const [corrections, ofModel, headings, passages] = await Promise.all([
    listCorrections(db, id),
    before.length > 0 ? [] : askModel(context, draft, user.id),
    proposeQuestions(db, id, { language, count: coverageQuestions }),
    questionsOfPassages(db, id, { language, count: coverageQuestions }),
  ])
  // as many of passages as of headings, which are easier to find
  const mixed = headings.flatMap((question, at) => [question, passages[at] ?? []].flat())
  // room for what new documents suggest
  const all = [
    ...before.slice(0, keptQuestions),
    ...corrections.map(({ question }) => question),
    ...ofModel,
    ...mixed,
    ...passages,
  ]
  return all
}

async function askModel(context: AgentContext, draft: DraftRow, ownerId: string): Promise<string[]> {
  const budget = await creatorBudget(context, ownerId, context.budget)
  return await questionsOfModel({ ...context, budget }, { ...draft, profile: toProfile(draft.profile) }, coverageQuestions / 2)
}

async function measure(
  context: AgentContext,
  draft: DraftRow,
  question: string,
): Promise<Omit<CoverageQuestion, 'own' | 'before'>> {
  const found = await findAnswer(context.db, draft, { question, history: [], embedder: createQuestionEmbedder(context) })
  if (found.coverage === 'small_talk' || found.coverage === 'not_covered')
    return { question, coverage: 'not_covered', source: null }
  const language: Locale = draft.language
  const agent = { ...draft, profile: toProfile(draft.profile) }
  const [source = null] = engineReply(agent, found, { question, history: [], language }, false).sources
  const place = source && { ...(source.id && { id: source.id }), title: source.title, source: source.source }
  return { question, coverage: found.coverage, source: place }
}
