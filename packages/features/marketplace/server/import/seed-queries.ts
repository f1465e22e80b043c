import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { MarketplaceAgentText, NoteFact } from '@duo/db/tables/marketplace.ts'
import { readContentVersion } from '@duo/platform/server/files/content-version.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { sql, type Transaction } from 'kysely'

export type AgentRow = Pick<Database['marketplace_agent'], 'id' | 'slug' | 'name' | 'category' | 'colors' | 'hash'>

export interface NoteRow {
  key: string
  place: number
  title: string
  text: string
  terms: string[]
  questions: string[]
  facts: NoteFact[]
  source: string
  searchText: { title: string; terms: string; questions: string; text: string }
}

export const contentVersion = (db: Db) => readContentVersion(db, 'marketplace_content_version')

export function listExistingAgents(db: Db) {
  return db
    .selectFrom('marketplace_agent')
    .select(['id', 'slug', 'hash', 'hidden_at as hiddenAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** `after` orders the agents of one seed by their files, in ms. */
export function saveAgent(db: Db, agent: AgentRow, after: number) {
  const { id, slug: _stays, ...changing } = agent
  return db
    .insertInto('marketplace_agent')
    .values({ ...agent, created_at: sql<Date>`now() + ${after} * interval '1 ms'` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changing, hidden_at: null }))
    .execute()
}

export async function saveTexts(db: Db, { voice, ...text }: MarketplaceAgentText, notes: readonly NoteRow[]): Promise<void> {
  const { agent_id, language } = text
  await db.deleteFrom('marketplace_agent_text').where('agent_id', '=', agent_id).where('language', '=', language).execute()
  await db
    .insertInto('marketplace_agent_text')
    .values({ ...text, voice: JSON.stringify(voice) })
    .execute()
  const rows = notes.map(({ searchText, facts, ...note }) => ({
    ...note,
    facts: JSON.stringify(facts),
    agent_id,
    language,
    words: weightedVector(language, searchText),
  }))
  await db.insertInto('marketplace_note').values(rows).execute()
}

function weightedVector(language: Locale, { title, terms, questions, text }: NoteRow['searchText']) {
  const config = sql`${searchConfig[language]}::regconfig`
  return sql<string>`(setweight(to_tsvector(${config}, ${title}), 'A') || setweight(to_tsvector(${config}, ${terms}), 'B')
    || setweight(to_tsvector(${config}, ${questions}), 'C') || setweight(to_tsvector(${config}, ${text}), 'D'))`
}

const foreignKeyViolation = '23503'

/** Deletes an agent, or hides it if conversations refer to it. */
export async function removeAgent(tx: Transaction<Database>, id: string): Promise<'removed' | 'hidden'> {
  await sql`savepoint removing`.execute(tx)
  try {
    await tx.deleteFrom('marketplace_agent').where('id', '=', id).execute()
    await sql`release savepoint removing`.execute(tx)
    return 'removed'
  } catch (error) {
    if (errorCode(error) !== foreignKeyViolation) throw error
    await sql`rollback to savepoint removing`.execute(tx)
    await tx.updateTable('marketplace_agent').set({ hidden_at: sql<Date>`now()` }).where('id', '=', id).execute()
    return 'hidden'
  }
}
