import type { Db } from '@duo/db/index.ts'

/**
 * Remembers what a query answered, for `ms`: for what is read all the time and changes seldom, and where a change may show that much
 * later. What is not there is asked for again, and so is what could not be read. `keyOf` must name few things: nothing is thrown out.
 */
export function remembered<Asked, Answer>(
  ms: number,
  keyOf: (asked: Asked) => string,
  ask: (db: Db, asked: Asked) => Promise<Answer | undefined>,
): (db: Db, asked: Asked) => Promise<Answer | undefined> {
  const known = new WeakMap<Db, Map<string, { until: number; answer: Answer }>>()
  return async (db, asked) => {
    const answers = known.get(db) ?? new Map<string, { until: number; answer: Answer }>()
    known.set(db, answers)
    const key = keyOf(asked)
    const kept = answers.get(key)
    if (kept && kept.until > performance.now()) return kept.answer
    const answer = await ask(db, asked)
    if (answer === undefined) answers.delete(key)
    else answers.set(key, { until: performance.now() + ms, answer })
    return answer
  }
}
