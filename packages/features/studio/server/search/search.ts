import type { Db } from '@duo/db/index.ts'
import type { QuestionEmbedder } from '@duo/engine/reply-input.ts'
import { minUsed, rankPassages } from '@duo/engine/search/rank-passages.ts'
import { parseQuery, type Query, type QueryWord, withSpelling } from '@duo/engine/search/search-query.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { createQuestionEmbedder } from '../../../marketplace/server/embeddings/question-embedding.ts'
import { shownResults } from '../../rules.ts'
import type { SearchHit, SearchResult } from '../../schema.ts'
import { findAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import { nearestPassages } from '../vectors/nearest.ts'
import { listCandidates } from './candidate-queries.ts'
import { countTerms, listTermsFrom, termOf } from './term-queries.ts'

/** Passages that are ranked, those of a combination of words, and the words of a question that are looked up and combined. */
const maxCandidates = 100
const maxOfCombination = { small: 200, large: 50 }
const maxWords = 10
const maxCombined = 4
/** Passages of an agent in which looking further costs little. */
const smallAgent = 5_000
/** More passages have a common word: it is only looked up together with a rarer one, or if it is the rarest. */
const maxCommon = 1_500

/** For vectors, where a model makes them. */
type SearchContext = Pick<RequestContext, 'embeddings' | 'log' | 'budget'>

/** Finds the passages of an agent that answer a question, and says why they were found. */
export async function search(
  context: StudioContext & SearchContext,
  { agentId, question }: { agentId: string; question: string },
): Promise<SearchResult> {
  const { db, user } = context
  const agent = assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  return (await searchPassages(db, agent, question, createQuestionEmbedder(context))).result
}

export interface SearchedAgent {
  id: string
  number: number
  passages: number
}

/** The question as it was searched, with the counts of its words, and what was found. */
export async function searchPassages(
  db: Db,
  agent: SearchedAgent,
  question: string,
  embedder?: QuestionEmbedder,
): Promise<{ query: Query; result: SearchResult }> {
  const [query, near] = await Promise.all([countedQuery(db, agent, question), nearestPassages(db, agent, { question, embedder })])
  const candidates = await findCandidates(db, agent, query, [...near.keys()])
  const meanings = new Map(candidates.map((passage) => [passage, near.get(passage.id) ?? 0]))
  const ranked = rankPassages(query, candidates, agent.passages, { meanings })
  const hits = ranked.slice(0, shownResults).map(
    ({ passage: { section: _, size: __, terms: ___, ...passage }, score, words, phrases, alike }): SearchHit => ({
      ...passage,
      score,
      isUsed: score >= minUsed,
      words,
      phrases,
      alike,
    }),
  )
  const unknown = query.words.filter(({ count }) => count === 0).map(({ typed }) => typed)
  return { query, result: { hits, threshold: minUsed, unknown } }
}

/** Takes a question apart, and counts its words in the agent's passages. */
export const countedQuery = (db: Db, agent: SearchedAgent, question: string): Promise<Query> =>
  withCounts(db, agent, parseQuery(question))

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
    words: spelled.words.map((word) => ({ ...word, count: countOf(word, all) })),
    counts: all,
  }
}

/** A word is as rare as itself; one that no passage has, as the words that are taken instead. */
function countOf({ stems }: QueryWord, counts: ReadonlyMap<string, number>): number {
  const most = (of: QueryWord['stems']) => Math.max(0, ...of.map(({ stem }) => counts.get(stem) ?? 0))
  return most(stems.filter(({ instead }) => instead === null)) || most(stems)
}

/** Looks passages up by combinations of the question's words, the rarest first: common words alone would find too many. */
async function findCandidates(
  db: Db,
  { id: agentId, number, passages }: SearchedAgent,
  { words, counts }: Query,
  nearest: readonly string[],
): ReturnType<typeof listCandidates> {
  const present = words
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count)
    .slice(0, maxWords)
    .map(({ stems, count, weight }) => ({
      terms: stems.flatMap(({ stem }) => (counts.has(stem) ? termOf(number, stem) : [])),
      weight: weight * Math.log(1 + passages / count),
      count,
    }))
  if (present.length === 0 && nearest.length === 0) return []
  const size = passages <= smallAgent ? 'small' : 'large'
  const rare = present.slice(0, maxCombined)
  const pairs = rare.flatMap((one, at) => rare.slice(at + 1).map((other) => [one, other]))
  const some = [...pairs, ...rare.map((word) => [word])].filter(
    ([rarest]) => rarest === present[0] || (rarest?.count ?? 0) <= maxCommon,
  )
  const combinations = present.length === 0 ? [] : [present, ...some]
  return await listCandidates(db, {
    agentId,
    combinations,
    words: present,
    each: maxOfCombination[size],
    nearest,
    limit: maxCandidates,
  })
}
