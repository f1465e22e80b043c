import type { CoverageQuestion } from '../../agent-schema.ts'

export type CoverageChange = 'new' | 'won' | 'lost'

/** What differs from the run before; null for nothing, and in the first run. */
export function changeOf({ coverage, before }: CoverageQuestion, hasBefore: boolean): CoverageChange | null {
  if (!hasBefore) return null
  if (before === null) return 'new'
  if (before !== 'not_covered' && coverage === 'not_covered') return 'lost'
  return before === 'not_covered' && coverage !== 'not_covered' ? 'won' : null
}

const rank: Record<CoverageQuestion['coverage'], number> = { not_covered: 0, correction: 1, documents: 2 }

/** What is missing comes first. */
export const inOrder = (questions: readonly CoverageQuestion[]): CoverageQuestion[] =>
  [...questions].sort((one, other) => rank[one.coverage] - rank[other.coverage])
