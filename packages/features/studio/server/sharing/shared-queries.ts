import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'

/** The agent behind a link, with the release that visitors talk to. Undefined for a link that is unknown, private or taken down. */
export const findShared = (db: Db, slug: string) =>
  db
    .selectFrom('studio_agent as draft')
    .innerJoin('studio_agent as release', 'release.id', 'draft.release_id')
    .where('draft.slug', '=', slug)
    .where('draft.taken_down_at', 'is', null)
    .select([
      'draft.id as draftId',
      'draft.owner_id as ownerId',
      'draft.slug',
      'draft.paused_at as pausedAt',
      'release.id',
      'release.number',
      'release.name',
      'release.language',
      'release.passages',
      'release.profile',
      'release.coverage',
      'release.digest',
      'release.created_at as createdAt',
    ])
    .executeTakeFirst()

export type SharedRow = NonNullable<Awaited<ReturnType<typeof findShared>>>

export async function listTitles(db: Db, agentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('studio_document')
    .where('agent_id', '=', agentId)
    .select('name')
    .orderBy('created_at')
    .execute()
  return rows.map(({ name }) => name)
}

export interface PassageAround {
  id: string
  text: string
  headings: string[]
  place: number
  page: number | null
  lastPage: number | null
  second: number | null
  line: number | null
  documentId: string
  documentName: string
  language: Locale | null
  /** Searched passages of the document. */
  ofDocument: number
}

/** Returns a passage of an agent with `around` passages before and after it, in their order. */
export async function listAround(
  db: Db,
  { agentId, passageId, around }: { agentId: string; passageId: string; around: number },
): Promise<PassageAround[]> {
  const { rows } = await sql<PassageAround>`
    with cited as (
      select passage.version_id, passage.place, version.language, document.id as document_id, document.name
      from studio_passage as passage
        join studio_version as version on version.id = passage.version_id and version.current
        join studio_document as document on document.id = version.document_id
      where passage.id = ${passageId} and document.agent_id = ${agentId} and not passage.hidden
    ), numbered as (
      select passage.*, row_number() over (order by passage.place) as number, count(*) over () as of_document
      from studio_passage as passage join cited on cited.version_id = passage.version_id where not passage.hidden
    )
    select numbered.id, numbered.text, numbered.headings, numbered.place, numbered.page, numbered.last_page as "lastPage", numbered.second,
      numbered.line, cited.document_id as "documentId", cited.name as "documentName", cited.language, numbered.of_document::integer as "ofDocument"
    from numbered cross join cited
    where abs(numbered.number - (select number from numbered as one where one.place = cited.place)) <= ${around}::integer
    order by numbered.place limit 500`.execute(db)
  return rows
}

/** Returns these passages with the number of searched passages of their documents. */
export async function countInDocuments(db: Db, ids: readonly string[]): Promise<{ id: string; ofDocument: number }[]> {
  const { rows } = await sql<{ id: string; ofDocument: number }>`
    select passage.id, (select count(*) from studio_passage as one where one.version_id = passage.version_id and not one.hidden)::integer
      as "ofDocument"
    from studio_passage as passage where passage.id = any(${ids})`.execute(db)
  return rows
}
