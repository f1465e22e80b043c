import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { ownVersions } from '../own-versions-queries.ts'

/** A server that reads renews its lease with each batch of passages; seconds. */
const leaseSeconds = 90

const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Takes the oldest file of an account that waits, or whose reader died. Null while another file of the account is read. */
export function claimVersion(db: Db, ownerId: string) {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`studio.read ${ownerId}`}, 0))`.execute(tx)
    const unread = await ownVersions(tx, ownerId)
      .where('version.state', 'in', ['waiting', 'reading'])
      .select([
        'version.id',
        'version.name',
        'version.size',
        'version.current',
        'document.id as documentId',
        'agent.id as agentId',
        'agent.language',
        sql<boolean>`version.state = 'reading' and version.lease_until > now()`.as('isRead'),
      ])
      .orderBy('version.created_at')
      .execute()
    const [next] = unread
    if (!next || unread.some(({ isRead }) => isRead)) return undefined
    await tx.updateTable('studio_version').set({ state: 'reading', lease_until: lease }).where('id', '=', next.id).execute()
    return next
  })
}

export type ClaimedVersion = NonNullable<Awaited<ReturnType<typeof claimVersion>>>

/** Saves how far a file is read, and renews the lease. False when it was cancelled or deleted meanwhile. */
export async function saveProgress(db: Db, id: string, progress: Updateable<Database['studio_version']>): Promise<boolean> {
  const row = await db
    .updateTable('studio_version')
    .set({ ...progress, lease_until: lease })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes the first version of a document current, so that its pages answer as they are read. */
export async function makeFirstCurrent(db: Db, { id, documentId }: ClaimedVersion): Promise<boolean> {
  const row = await db
    .updateTable('studio_version')
    .set({ current: true })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studio_version as other').where('other.document_id', '=', documentId).where('other.current', '=', true),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertPassages = (db: Db, rows: readonly Insertable<Database['studio_passage']>[]) =>
  db.insertInto('studio_passage').values(rows).execute()

export const deletePassages = (db: Db, versionId: string) =>
  db.deleteFrom('studio_passage').where('version_id', '=', versionId).execute()

export const endReading = (db: Db, id: string, end: Updateable<Database['studio_version']>) =>
  db
    .updateTable('studio_version')
    .set({ ...end, lease_until: null, read_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()

/** Gives a file back, so that another server reads it from its beginning. */
export const releaseVersion = (db: Db, id: string) =>
  db
    .updateTable('studio_version')
    .set({ state: 'waiting', lease_until: null })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute()

/** Returns the accounts with a file that waits longer than usual, or whose reader died. */
export async function listOwnersOfUnread(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('studio_version as version')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .innerJoin('studio_agent as agent', 'agent.id', 'document.agent_id')
    .where(
      sql<boolean>`version.state = 'waiting' and version.created_at < now() - interval '5 seconds'
        or version.state = 'reading' and version.lease_until < now()`,
    )
    .select('agent.owner_id as ownerId')
    .distinct()
    .limit(1_000)
    .execute()
  return rows.map(({ ownerId }) => ownerId)
}
