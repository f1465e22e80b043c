import type { Db } from '@duo/db/index.ts'
import { ownVersions } from '../own-versions-queries.ts'

/** Locks the version, so that parts of a file are stored one after the other. */
export const lockUpload = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  ownVersions(db, ownerId)
    .where('version.id', '=', id)
    .select(['version.state', 'version.size', 'version.received'])
    .forUpdate('version')
    .executeTakeFirst()

export const insertChunks = (db: Db, versionId: string, chunks: readonly { place: number; bytes: Buffer }[]) =>
  db
    .insertInto('studio_chunk')
    .values(chunks.map((chunk) => ({ ...chunk, version_id: versionId })))
    .execute()

export const saveReceived = (db: Db, id: string, received: number) =>
  db.updateTable('studio_version').set({ received }).where('id', '=', id).execute()

export const markUploaded = (db: Db, id: string) =>
  db.updateTable('studio_version').set({ state: 'waiting' }).where('id', '=', id).execute()

export const listChunks = (db: Db, versionId: string) =>
  db.selectFrom('studio_chunk').where('version_id', '=', versionId).select(['place', 'bytes']).orderBy('place').execute()

/** Returns the file that a document shows: the current version, else the newest whole one. */
export const findOriginal = (db: Db, { documentId, ownerId }: { documentId: string; ownerId: string }) =>
  ownVersions(db, ownerId)
    .where('document.id', '=', documentId)
    .where('version.state', '<>', 'uploading')
    .select(['version.id', 'version.name', 'version.type', 'version.size'])
    .orderBy('version.current', 'desc')
    .orderBy('version.created_at', 'desc')
    .executeTakeFirst()
