import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { Expression, Insertable } from 'kysely'
import { sql } from 'kysely'
import { ownVersions } from '../own-versions-queries.ts'

const versionColumns = [
  'version.id',
  'version.document_id as documentId',
  'version.state',
  'version.size',
  'version.received',
  'version.current',
  'version.refusal',
  'version.pages',
  'version.pages_read as pagesRead',
  'version.empty_pages as emptyPages',
  'version.passages',
  'version.language',
  'version.type',
  'version.created_at as createdAt',
] as const

/** Whether the release that visitors talk to has a copy of a document. */
const isShared = (id: Expression<string>) => sql<boolean>`exists (
  select from studio_document as copy join studio_agent as draft on draft.release_id = copy.agent_id where copy.copy_of = ${id})`

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export const listDocuments = (db: Db, agentId: string) =>
  db
    .selectFrom('studio_document')
    .where('agent_id', '=', agentId)
    .select((eb) => ['id', 'name', 'created_at as createdAt', isShared(eb.ref('studio_document.id')).as('isShared')])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const listVersions = (db: Db, documentIds: readonly string[]) =>
  db
    .selectFrom('studio_version as version')
    .where('version.document_id', '=', sql<string>`any(${documentIds})`)
    .select(versionColumns)
    .orderBy('version.created_at')
    .execute()

export const findDocument = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db
    .selectFrom('studio_document as document')
    .innerJoin('studio_agent as agent', 'agent.id', 'document.agent_id')
    .where('document.id', '=', id)
    .where('agent.owner_id', '=', ownerId)
    .where('agent.release_of', 'is', null)
    .select([
      'document.id',
      'document.name',
      'document.created_at as createdAt',
      isShared(sql.ref('document.id')).as('isShared'),
      'agent.id as agentId',
      'agent.name as agentName',
    ])
    .executeTakeFirst()

export const countDocuments = async (db: Db, agentId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('studio_document')
    .where('agent_id', '=', agentId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertDocument = (db: Db, row: Insertable<Database['studio_document']>) =>
  db.insertInto('studio_document').values(row).execute()

export const insertVersion = (db: Db, row: Insertable<Database['studio_version']>) =>
  db.insertInto('studio_version').values(row).execute()

export const renameDocument = (db: Db, { id, ownerId, name }: { id: string; ownerId: string; name: string }) =>
  db
    .updateTable('studio_document')
    .set({ name })
    .where('id', '=', id)
    .where('agent_id', 'in', (eb) => eb.selectFrom('studio_agent').where('owner_id', '=', ownerId).select('id'))
    .returning('id')
    .executeTakeFirst()

export const deleteDocument = (db: Db, id: string) => db.deleteFrom('studio_document').where('id', '=', id).execute()

export const deleteVersion = (db: Db, id: string) => db.deleteFrom('studio_version').where('id', '=', id).execute()

/** Deletes what waits, is uploaded, read or failed beside the current version. */
export const deleteOtherVersions = (db: Db, documentId: string) =>
  db.deleteFrom('studio_version').where('document_id', '=', documentId).where('current', '=', false).execute()

export const findCurrentVersion = (db: Db, documentId: string) =>
  db
    .selectFrom('studio_version')
    .where('document_id', '=', documentId)
    .where('current', '=', true)
    .select(['id', 'state'])
    .executeTakeFirst()

export const findVersion = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  ownVersions(db, ownerId)
    .where('version.id', '=', id)
    .select([...versionColumns, 'agent.id as agentId'])
    .executeTakeFirst()

/** Queues the newest version that failed again. */
export const queueFailed = (db: Db, documentId: string) =>
  db
    .updateTable('studio_version')
    .set({ state: 'waiting', refusal: null, pages_read: null, empty_pages: sql`'{}'`, lease_until: null })
    .where('document_id', '=', documentId)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()

/** Deletes documents whose upload was left a day ago, and such replacements. Returns how many. */
export async function deleteAbandonedUploads(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (
      delete from studio_version where state = 'uploading' and created_at < now() - interval '1 day' returning id, document_id
    )
    delete from studio_document where id in (select document_id from gone)
      and not exists (select from studio_version as version where version.document_id = studio_document.id
        and version.id not in (select id from gone))`.execute(db)
  return Number(numAffectedRows)
}
