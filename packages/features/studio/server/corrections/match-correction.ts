import type { Db } from '@duo/db/index.ts'
import { likeness, minSame } from '@duo/engine/search/paraphrase/same-question.ts'
import { parseQuery, type Query } from '@duo/engine/search/search-query.ts'
import { LRUCache } from 'lru-cache'
import type { SearchedAgent } from '../search/search.ts'
import { countedQuery } from '../search/search.ts'
import { type CorrectionRow, findCorrection, listCorrectedQuestions } from './correction-queries.ts'

/** Corrections are compared by their words first; of the likest, the words are counted as well. */
const lookedAt = 3
const lowered = 0.1

const parsed = new LRUCache<string, Query>({ max: 5_000 })

function parse(question: string): Query {
  const known = parsed.get(question) ?? parseQuery(question)
  parsed.set(question, known)
  return known
}

/** Returns the correction for a question or a paraphrase of it. */
export async function matchCorrection(db: Db, agent: SearchedAgent, query: Query): Promise<CorrectionRow | null> {
  const corrections = await listCorrectedQuestions(db, agent.id)
  const near = corrections
    .map((correction) => ({ correction, score: likeness(query, parse(correction.question), agent.passages) }))
    .filter(({ score }) => score >= minSame - lowered)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, lookedAt)
  const counted = await Promise.all(
    near.map(async ({ correction }) => {
      const other = await countedQuery(db, agent, correction.question)
      return { correction, score: likeness(query, other, agent.passages) }
    }),
  )
  const [best] = counted.filter(({ score }) => score >= minSame).toSorted((one, other) => other.score - one.score)
  return best ? ((await findCorrection(db, best.correction.id)) ?? null) : null
}
