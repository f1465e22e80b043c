import type { Db } from '@duo/db/index.ts'
import { indexTerms, type SearchedText } from '@duo/engine/search/document-terms.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'
import { termsColumn } from './term-queries.ts'

/** The form of the terms that this program writes and reads; a new one needs a migration that changes the column's default. */
export const indexForm = 2

/** Of a run. */
const maxAgents = 20

interface IndexedAgent {
  id: string
  number: number
  language: Locale
}

interface IndexedRow extends SearchedText {
  id: string
  language: Locale | null
}

export async function listFormerAgents(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('studio_agent').where('index_form', '<', indexForm).select('id').limit(maxAgents).execute()
  return rows.map(({ id }) => id)
}

/** Undefined if another server indexed it meanwhile. */
export const lockFormerAgent = (db: Db, id: string) =>
  db
    .selectFrom('studio_agent')
    .where('id', '=', id)
    .where('index_form', '<', indexForm)
    .select(['id', 'number', 'language'])
    .forUpdate()
    .executeTakeFirst()

/** Of all versions, also of those that are read. */
export const listIndexed = (
  db: Db,
  agentId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<IndexedRow[]> =>
  db
    .selectFrom('studio_passage as passage')
    .innerJoin('studio_version as version', 'version.id', 'passage.version_id')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .where('document.agent_id', '=', agentId)
    .$if(after !== null, (query) => query.where('passage.id', '>', after ?? ''))
    .select(['passage.id', 'passage.text', 'passage.headings', 'passage.question', 'version.language'])
    .orderBy('passage.id')
    .limit(limit)
    .execute()

export async function saveIndex(db: Db, agent: IndexedAgent, rows: readonly IndexedRow[]): Promise<void> {
  const values = rows.map(
    (row) => sql`(${row.id}::uuid, ${termsColumn(agent.number, indexTerms(row, row.language ?? agent.language))})`,
  )
  await sql`update studio_passage as passage set terms = made.terms from (values ${sql.join(values)}) as made (id, terms)
    where passage.id = made.id`.execute(db)
}

/** Counts all terms of an agent again. */
export async function recount(db: Db, { id, number }: IndexedAgent, form: number): Promise<void> {
  // counting the largest agents takes longer than a statement of a request may
  await sql`set local statement_timeout = '10min'`.execute(db)
  await db.deleteFrom('studio_term').where('agent_number', '=', number).execute()
  await sql`
    insert into studio_term (agent_number, term, passages)
    select ${number}::integer, substr(term, strpos(term, '.') + 1) as stem, count(*)::integer
    from studio_document as document
      join studio_version as version on version.document_id = document.id and version.current
      join studio_passage as passage on passage.version_id = version.id and not passage.hidden,
      unnest(tsvector_to_array(passage.terms)) as term
    where document.agent_id = ${id} group by stem`.execute(db)
  await db.updateTable('studio_agent').set({ index_form: form }).where('id', '=', id).execute()
}
