import type { Db } from '@duo/db/index.ts'
import { minUsed, rankPassages } from '@duo/engine/search/rank-passages.ts'
import { parseQuery, type Query, withSpelling } from '@duo/engine/search/search-query.ts'
import { shownResults } from '../../rules.ts'
import type { SearchHit, SearchResult } from '../../schema.ts'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import { type Candidate, listCandidates } from './candidate-queries.ts'
import { countTerms, listTermsFrom, termOf } from './term-queries.ts'

/** Passages that are ranked, and how many may have the terms by which they are looked up. */
const maxCandidates = 120
const maxLookedUp = 1_500

/** Finds the passages of an agent that answer a question, and says why they were found. */
export async function search(
  { db, user }: StudioContext,
  { agentId, question }: { agentId: string; question: string },
): Promise<SearchResult> {
  const agent = assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  return await searchPassages(db, agent, question)
}

interface SearchedAgent {
  id: string
  number: number
  passages: number
}

export async function searchPassages(db: Db, agent: SearchedAgent, question: string): Promise<SearchResult> {
  const query = await withCounts(db, agent, parseQuery(question))
  const candidates = await findCandidates(db, agent, query)
  const ranked = rankPassages(query, candidates, agent.passages)
  const hits = ranked.slice(0, shownResults).map(
    ({ passage, score, words, phrases, alike }): SearchHit => ({
      ...passage,
      score,
      isUsed: score >= minUsed,
      words,
      phrases,
      alike,
    }),
  )
  return { hits, threshold: minUsed, unknown: query.words.filter(({ count }) => count === 0).map(({ typed }) => typed) }
}

/** Counts the words of a question in the agent's passages, and looks for the spelling of those that none has. */
async function withCounts(db: Db, agent: SearchedAgent, query: Query): Promise<Query> {
  const counts = await countTerms(
    db,
    agent.number,
    query.words.flatMap(({ stems }) => stems.map(({ stem }) => stem)),
  )
  const starts = [
    ...new Set(query.words.flatMap(({ stems, typed }) => (stems.some(({ stem }) => counts.has(stem)) ? [] : typed.slice(0, 2)))),
  ]
  const known = (await Promise.all(starts.map((start) => listTermsFrom(db, agent.number, start)))).flat()
  const spelled = withSpelling(query, counts, known)
  const missing = spelled.words.flatMap(({ stems }) => stems.map(({ stem }) => stem)).filter((stem) => !counts.has(stem))
  const found = missing.length > 0 ? await countTerms(db, agent.number, missing) : new Map<string, number>()
  const all = new Map([...counts, ...found])
  return {
    ...spelled,
    words: spelled.words.map((word) => ({ ...word, count: Math.max(0, ...word.stems.map(({ stem }) => all.get(stem) ?? 0)) })),
    counts: all,
  }
}

/** Looks passages up by the rarest words of the question: common ones only order them. */
async function findCandidates(
  db: Db,
  { id: agentId, number, passages }: SearchedAgent,
  { words, counts }: Query,
): Promise<Candidate[]> {
  const present = words.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count)
  const lookedUp: string[] = []
  let sum = 0
  for (const { stems, count } of present) {
    if (lookedUp.length > 0 && sum + count > maxLookedUp) break
    sum += count
    lookedUp.push(...stems.map(({ stem }) => stem).filter((stem) => counts.has(stem)))
  }
  if (lookedUp.length === 0) return []
  const weighted = present.flatMap(({ stems, count, weight }) =>
    stems.map(({ stem, share }) => ({ stem, weight: weight * share * Math.log(1 + passages / count) })),
  )
  return await listCandidates(db, {
    agentId,
    any: lookedUp.map((stem) => termOf(number, stem)),
    terms: weighted.map(({ stem }) => termOf(number, stem)),
    weights: weighted.map(({ weight }) => weight),
    limit: maxCandidates,
  })
}
