import type { Db } from '@duo/db/index.ts'
import { detectIntent, type Intent, withoutCourtesy } from '@duo/engine/intent/intent.ts'
import { hasAnaphora, isFollowUp, languageOf } from '@duo/engine/language/query-analysis.ts'
import type { QuestionEmbedder } from '@duo/engine/reply-input.ts'
import type { Query } from '@duo/engine/search/search-query.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { HistoryMessage } from '../../../chat/server/agent-directory.ts'
import type { SearchHit } from '../../schema.ts'
import { listDocumentLanguages } from '../agent-queries.ts'
import type { CorrectionRow } from '../corrections/correction-queries.ts'
import { matchCorrection } from '../corrections/match-correction.ts'
import { type SearchedAgent, searchPassages } from '../search/search.ts'

/** From this score, passages answer what also looks like small talk. */
const minOverIntent = 0.7

const continuing: readonly Intent[] = ['more', 'next', 'yes', 'reason', 'really']

/** Questions that ask for something, which documents cover or do not. */
const aboutTheWorld: readonly Intent[] = ['out_of_scope', 'prompt_injection', 'clock', 'joke']

/** What meets a question. */
export type FoundAnswer =
  | { coverage: 'correction'; correction: CorrectionRow }
  /** `hits`: those above the threshold, the best first. `near`: the others. */
  | { coverage: 'documents'; query: Query; hits: SearchHit[]; near: SearchHit[]; isContinued: boolean }
  | { coverage: 'small_talk'; intent: Intent }
  /** `instead`: the language of all documents, where the question is in another and the search cannot know. */
  | { coverage: 'not_covered'; near: SearchHit[]; instead: Locale | null }

/** Looks for a correction first, then for passages; a question that leans on the one before is also looked for together with it. */
export async function findAnswer(
  db: Db,
  agent: SearchedAgent,
  {
    question: typed,
    history,
    embedder,
  }: { question: string; history: readonly HistoryMessage[]; embedder?: QuestionEmbedder | undefined },
): Promise<FoundAnswer> {
  const question = withoutCourtesy(typed)
  const intent = detectIntent(question)
  const before = history.findLast(({ role, isHelp }) => role === 'user' && !isHelp)?.content
  if (before !== undefined && intent !== null && continuing.includes(intent))
    return (await findDocuments({ db, embedder }, agent, before, true)).answer ?? { coverage: 'small_talk', intent }
  const { answer, query, near } = await findDocuments({ db, embedder }, agent, question, false)
  const correction = await matchCorrection(db, agent, query)
  if (correction) return { coverage: 'correction', correction }
  const isClear = (answer?.hits[0]?.score ?? 0) >= minOverIntent
  if (intent !== null && !isClear && !aboutTheWorld.includes(intent)) return { coverage: 'small_talk', intent }
  const leans = before !== undefined && (isFollowUp(question) || hasAnaphora(question, 'en') || hasAnaphora(question, 'pt'))
  if (leans && !isClear) {
    const together = (await findDocuments({ db, embedder }, agent, `${question} ${before}`, false)).answer
    if (together && isAbout(together.hits[0], query)) return together
  }
  return answer ?? { coverage: 'not_covered', near, instead: await otherLanguage(db, agent, question) }
}

/** A passage must have all that is new in a question: with a word that it lacks, it is a new question that no document covers. */
function isAbout(hit: SearchHit | undefined, { words }: Query): boolean {
  const found = new Set([...(hit?.words ?? []), ...(hit?.alike.map(([own]) => own) ?? [])])
  return words.every(({ typed, weight }) => weight < 1 || found.has(typed))
}

async function otherLanguage(db: Db, agent: SearchedAgent, question: string): Promise<Locale | null> {
  const own = languageOf(question)
  const [language, ...others] = own === null ? [] : await listDocumentLanguages(db, agent.id)
  return language === undefined || others.length > 0 || language === own ? null : language
}

interface Found {
  db: Db
  embedder: QuestionEmbedder | undefined
}

async function findDocuments({ db, embedder }: Found, agent: SearchedAgent, question: string, isContinued: boolean) {
  const { query, result } = await searchPassages(db, agent, question, embedder)
  const hits = result.hits.filter(({ isUsed }) => isUsed)
  const near = result.hits.filter(({ isUsed }) => !isUsed)
  const answer: Extract<FoundAnswer, { coverage: 'documents' }> | null =
    hits.length === 0 ? null : { coverage: 'documents', query, hits, near, isContinued }
  return { answer, query, near }
}
