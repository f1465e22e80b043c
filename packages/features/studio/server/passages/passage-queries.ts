import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'

const columns = [
  'passage.id',
  'passage.version_id as versionId',
  'passage.place',
  'passage.text',
  'passage.headings',
  'passage.page',
  'passage.last_page as lastPage',
  'passage.second',
  'passage.line',
  'passage.question',
  'passage.marks',
  'passage.originals',
  'passage.hidden',
] as const

const passages = (db: Db) => db.selectFrom('studio_passage as passage').select(columns)

export type PassageRow = Awaited<ReturnType<typeof listPassages>>[number]

export const listPassages = (db: Db, { versionId, after, limit }: { versionId: string; after: number; limit: number }) =>
  passages(db)
    .where('passage.version_id', '=', versionId)
    .where('passage.place', '>', after)
    .orderBy('passage.place')
    .limit(limit)
    .execute()

/** In their order. */
export const listPassagesById = (db: Db, ids: readonly string[]) =>
  passages(db).where('passage.id', '=', sql<string>`any(${ids})`).orderBy('passage.place').execute()

/** In their order; for the edits that a new version takes over. */
export const listAllPassages = (db: Db, versionId: string) =>
  passages(db).where('passage.version_id', '=', versionId).orderBy('passage.place').execute()

export const findPassage = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  passages(db)
    .innerJoin('studio_version as version', 'version.id', 'passage.version_id')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .innerJoin('studio_agent as agent', 'agent.id', 'document.agent_id')
    .select(['agent.id as agentId', 'agent.number as agentNumber', 'version.language', 'agent.language as agentLanguage'])
    .where('passage.id', '=', id)
    .where('agent.owner_id', '=', ownerId)
    .where('agent.release_of', 'is', null)
    .where('version.current', '=', true)
    .executeTakeFirst()

/** Returns the passages of a version that show one of these read texts. */
export const listShowing = (db: Db, versionId: string, originals: readonly string[]) =>
  passages(db)
    .where('passage.version_id', '=', versionId)
    .where('passage.originals', '&&', sql<string[]>`${originals}::text[]`)
    .orderBy('passage.place')
    .execute()

export const updatePassage = (db: Db, id: string, change: Updateable<Database['studio_passage']>) =>
  db.updateTable('studio_passage').set(change).where('id', '=', id).execute()

export const insertPassage = (db: Db, row: Insertable<Database['studio_passage']>) =>
  db.insertInto('studio_passage').values(row).execute()

export const removePassages = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('studio_passage').where('id', '=', sql<string>`any(${ids})`).execute()
