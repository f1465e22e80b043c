import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { languageOf } from '@duo/engine/language/query-analysis.ts'
import { rankPassages, rarity, toRanked, type Weights } from '@duo/engine/search/rank-passages.ts'
import type { Features } from '@duo/engine/search/ranking/passage-features.ts'
import { parseQuery, type Query, type QueryWord, withSpelling } from '@duo/engine/search/search-query.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { read } from '@duo/reader/read.ts'
import { documentOf, isOwn, isRight, type Question, questionsIn } from '../support/knowledge.ts'

/** A question with the passages that are ranked for it. */
export interface Case {
  document: string
  /** Asked of a chapter alone, as if it were a document: short documents are to be judged as well as long ones. */
  isOfChapter: boolean
  /** `foreign`: about another document. */
  kind: 'inside' | 'outside' | 'foreign'
  features: Features[]
  isRight: boolean[]
  /** As the search weighs them. */
  words: readonly QueryWord[]
  importance: number[]
}

/** As many as the search ranks. */
const maxCandidates = 100
const neutral: Weights = {
  rank: { frequency: 1, title: 1, path: 1, coverage: 1, sentence: 1, proximity: 1, section: 1, meaning: 0 },
  decision: { bias: 0, rank: 1, unknown: 0, length: 0 },
}

/** Reads each document that has questions. */
export async function casesIn(folder: string): Promise<Case[]> {
  const sets = new Map(questionsIn(folder))
  const cases: Case[] = []
  for (const [document, questions] of sets) {
    const file = documentOf(document)
    if (!file) continue
    const passages = await passagesOf(file)
    const foreign = [...sets]
      .filter(([name]) => endsAlike(name, document) && isOwn(name) !== isOwn(document))
      .flatMap(([, list]) => list.filter(({ quote }) => quote !== null))
    const ask = (index: Index, isOfChapter: boolean, of: readonly Question[], others: readonly Question[]) =>
      cases.push(
        ...of.map((question) => ({ ...toCase(index, question), document, isOfChapter })),
        ...others.map((question) => ({ ...toCase(index, question), kind: 'foreign' as const, document, isOfChapter })),
      )
    ask(indexOf(passages), false, questions, foreign)
    const chapters = chaptersOf(passages)
    for (const [at, chapter] of chapters.entries()) {
      const index = indexOf(chapter)
      const turn = (_: Question, place: number) => place % chapters.length === at
      const outside = questions.filter(({ quote }) => quote === null).filter(turn)
      const inside = questions.filter((question) => question.quote !== null && chapter.some(isRight(passages, question)))
      ask(index, true, [...inside, ...outside], foreign.filter(turn))
    }
  }
  return cases
}

/** Names of Portuguese documents end in `-pt`. */
const endsAlike = (one: string, other: string) => one.endsWith('-pt') === other.endsWith('-pt')

async function passagesOf(file: string) {
  const passages = []
  let language: Locale = file.includes('-pt') ? 'pt' : 'en'
  for await (const event of read(readFileSync(file), basename(file))) {
    if (event.kind !== 'passages') continue
    language = languageOf(event.passages.map(({ text }) => text).join('\n')) ?? language
    for (const passage of event.passages) {
      const text = { ...passage, question: passage.question ?? null }
      passages.push({ ...passage, ...toRanked(text, [language], JSON.stringify(passage.headings)) })
    }
  }
  return passages
}

type Passages = Awaited<ReturnType<typeof passagesOf>>

/** A chapter of fewer is no document. */
const minChapter = 6

function chaptersOf(passages: Passages): Passages[] {
  const chapters = Map.groupBy(passages, ({ headings }) => headings[0] ?? '')
  return [...chapters.values()].filter(({ length }) => length >= minChapter)
}

type Index = ReturnType<typeof indexOf>

function indexOf(passages: Passages) {
  const counts = new Map<string, number>()
  for (const { terms } of passages) for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { passages, counts, known: [...counts.keys()] }
}

function toCase({ passages, counts, known }: Index, question: Question): Omit<Case, 'document' | 'isOfChapter'> {
  const query = counted(withSpelling(parseQuery(question.question), counts, known), counts)
  const weightOf = (terms: ReadonlyMap<string, unknown>) =>
    query.words.reduce(
      (sum, { stems, weight, count }) =>
        sum + (count > 0 && stems.some(({ stem }) => terms.has(stem)) ? weight * Math.log(1 + passages.length / count) : 0),
      0,
    )
  const candidates = passages
    .map((passage) => ({ passage, weight: weightOf(passage.terms) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, maxCandidates)
    .map(({ passage }) => passage)
  const ranked = rankPassages(query, candidates, passages.length, { weights: neutral })
  const right = isRight(passages, question)
  return {
    kind: question.quote === null ? 'outside' : 'inside',
    features: ranked.map(({ features }) => features),
    isRight: ranked.map(({ passage }) => right(passage)),
    words: query.words,
    importance: query.words.map(({ weight, count }) => weight * rarity(count, passages.length)),
  }
}

function counted(query: Query, counts: ReadonlyMap<string, number>): Query {
  const most = (stems: Query['words'][number]['stems']) => Math.max(0, ...stems.map(({ stem }) => counts.get(stem) ?? 0))
  return {
    ...query,
    words: query.words.map((word) => ({
      ...word,
      count: most(word.stems.filter(({ instead }) => instead === null)) || most(word.stems),
    })),
  }
}
