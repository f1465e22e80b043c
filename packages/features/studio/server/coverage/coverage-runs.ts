import type { CoverageQuestion, CoverageRun } from '../../agent-schema.ts'

/** As stored with the agent: the newest run, and the results of the one before. */
export interface StoredRun {
  at: string
  questions: CoverageQuestion[]
  before: { at: string; results: { question: string; coverage: CoverageQuestion['coverage'] }[] } | null
}

/** What this feature stored, or null for none. */
export const storedRun = (stored: object | null): StoredRun | null =>
  stored && 'questions' in stored ? (stored as StoredRun) : null

const countCovered = (results: readonly Pick<CoverageQuestion, 'coverage'>[]) =>
  results.filter(({ coverage }) => coverage !== 'not_covered').length

export const toRun = ({ at, questions }: StoredRun): CoverageRun => ({ at, questions, covered: countCovered(questions) })

export const beforeOf = ({ before }: StoredRun) =>
  before && { at: before.at, covered: countCovered(before.results), asked: before.results.length }

/** What a visitor is shown of the last run. */
export function summaryOf(stored: object | null) {
  const run = storedRun(stored)
  return run && { covered: countCovered(run.questions), asked: run.questions.length, at: run.at }
}
