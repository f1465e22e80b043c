import type { CoverageQuestion, CoverageRun } from '../../agent-schema.ts'

/** As stored with the agent: the newest run, and the results of the one before. */
export interface StoredRun {
  at: string
  questions: CoverageQuestion[]
  before: { at: string; results: { question: string; coverage: CoverageQuestion['coverage'] }[] } | null
}

/** What this feature stored, or null for none. Older runs have no questions of the creator. */
export function storedRun(stored: object | null): StoredRun | null {
  if (!stored || !('questions' in stored)) return null
  const run = stored as StoredRun
  return { ...run, questions: run.questions.map((question) => ({ ...question, own: question.own ?? false })) }
}

const countCovered = (results: readonly Pick<CoverageQuestion, 'coverage'>[]) =>
  results.filter(({ coverage }) => coverage !== 'not_covered').length

export const toRun = ({ at, questions }: StoredRun): CoverageRun => ({ at, questions, covered: countCovered(questions) })

export const beforeOf = ({ before }: StoredRun) =>
  before && { at: before.at, covered: countCovered(before.results), total: before.results.length }

/** What a visitor is shown of the last run. */
export function summaryOf(stored: object | null) {
  const run = storedRun(stored)
  return run && { covered: countCovered(run.questions), total: run.questions.length, at: run.at }
}
