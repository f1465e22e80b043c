import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { MarketplaceAgentText } from '@duo/db/tables/marketplace.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { searchConfig } from '@duo/platform/shared/text/search-words.ts'
import { sql, type Transaction } from 'kysely'

export interface AgentRow {
  id: string
  slug: string
  name: string
  category: string
  colors: [string, string]
  hash: string
}

export interface NoteRow {
  key: string
  place: number
  title: string
  text: string
  terms: string[]
  questions: string[]
  source: string
  /** The words of title, terms, questions and text as the stemmer gets them. */
  searchText: { title: string; terms: string; questions: string; text: string }
}

/** What was seeded last. */
export function contentVersion(db: Db) {
  return db.selectFrom('marketplace_edition').select(['version', 'fingerprint', 'house']).executeTakeFirstOrThrow()
}

/** Who seeds waits here for whoever seeds already, until the caller's transaction ends. */
export function lockContentVersion(tx: Transaction<Database>) {
  return tx.selectFrom('marketplace_edition').select(['version', 'house']).forUpdate().executeTakeFirstOrThrow()
}

/** Every agent that is there, as far as seeding compares it. */
export function listExistingAgents(db: Db) {
  return db
    .selectFrom('marketplace_agent')
    .select(['id', 'slug', 'hash', 'hidden_at as hiddenAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Writes an agent, new or changed, without their texts. `after` keeps those of one seed in the order of their files, in ms. */
export function saveAgent(db: Db, agent: AgentRow, after: number) {
  const { id, slug: _stays, ...changing } = agent
  return db
    .insertInto('marketplace_agent')
    .values({ ...agent, created_at: sql<Date>`now() + ${after} * interval '1 ms'` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changing, hidden_at: null }))
    .execute()
}

/** Replaces what is said of an agent, and what they know, in one language. */
export async function saveTexts(db: Db, { voice, ...text }: MarketplaceAgentText, notes: readonly NoteRow[]): Promise<void> {
  const { agent_id, language } = text
  await db.deleteFrom('marketplace_agent_text').where('agent_id', '=', agent_id).where('language', '=', language).execute()
  await db
    .insertInto('marketplace_agent_text')
    .values({ ...text, voice: JSON.stringify(voice) })
    .execute()
  const rows = notes.map(({ searchText, ...note }) => ({
    ...note,
    agent_id,
    language,
    words: weightedVector(language, searchText),
  }))
  await db.insertInto('marketplace_note').values(rows).execute()
}

/** Title before terms, terms before questions, questions before text. */
function weightedVector(language: Locale, { title, terms, questions, text }: NoteRow['searchText']) {
  const config = sql`${searchConfig[language]}::regconfig`
  return sql<string>`(setweight(to_tsvector(${config}, ${title}), 'A') || setweight(to_tsvector(${config}, ${terms}), 'B')
    || setweight(to_tsvector(${config}, ${questions}), 'C') || setweight(to_tsvector(${config}, ${text}), 'D'))`
}

/** Postgres' foreign_key_violation. */
const foreignKeyViolation = '23503'

/** Deletes an agent; where conversations hold on to them they are hidden instead. Answers what came of it. */
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

/** Writes down what was seeded; `changed` tells every server that what it keeps is old. */
export function saveContentVersion(
  db: Db,
  { changed, fingerprint, isBundled }: { changed: boolean; fingerprint: string | null; isBundled: boolean },
) {
  return db
    .updateTable('marketplace_edition')
    .set((eb) => ({ version: eb('version', '+', changed ? 1 : 0), fingerprint, house: isBundled, updated_at: sql`now()` }))
    .execute()
}
