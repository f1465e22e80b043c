import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'

/** Drafts only: a release belongs to its draft. */
const agents = (db: Db) =>
  db
    .selectFrom('studio_agent as agent')
    .where('agent.release_of', 'is', null)
    .select((eb) => [
      'agent.id',
      'agent.number',
      'agent.name',
      'agent.passages',
      'agent.created_at as createdAt',
      'agent.release_id as releaseId',
      'agent.paused_at as pausedAt',
      'agent.taken_down_at as takenDownAt',
      eb
        .selectFrom('studio_document as document')
        .whereRef('document.agent_id', '=', 'agent.id')
        .select((of) => of.fn.countAll<string>().as('count'))
        .as('documents'),
    ])

export type AgentRow = Awaited<ReturnType<typeof listAgents>>[number]

export const listAgents = (db: Db, ownerId: string) =>
  agents(db).where('agent.owner_id', '=', ownerId).orderBy('agent.created_at').orderBy('agent.id').execute()

export const findAgent = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  agents(db).where('agent.id', '=', id).where('agent.owner_id', '=', ownerId).executeTakeFirst()

/** Inserts an agent unless its owner has `max`. */
export async function insertAgent(
  db: Db,
  { id, ownerId, name, language, max }: { id: string; ownerId: string; name: string; language: Locale; max: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into studio_agent (id, owner_id, name, language)
    select ${id}, ${ownerId}, ${name}, ${language}
    where (select count(*) from studio_agent where owner_id = ${ownerId} and release_of is null) < ${max}
    returning id`.execute(db)
  return rows.length > 0
}

export const renameAgent = (db: Db, { id, ownerId, name }: { id: string; ownerId: string; name: string }) =>
  db
    .updateTable('studio_agent')
    .set((eb) => ({
      name,
      revision: eb('revision', '+', 1),
      // the answer was about the name before
      profile: sql<
        Record<string, unknown>
      >`case when name = ${name} then profile else profile - 'personAt' || '{"person": null}' end`,
    }))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirst()

export const deleteAgent = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db.deleteFrom('studio_agent').where('id', '=', id).where('owner_id', '=', ownerId).returning('id').executeTakeFirst()

/**
 * Locks an agent until the transaction ends: a change of what is searched does this first, so that the counts of its
 * terms change one after the other.
 */
export const lockAgent = (db: Db, { id, ownerId }: { id: string; ownerId: string }) =>
  db
    .selectFrom('studio_agent')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .select(['id', 'number', 'passages', 'language'])
    .forUpdate()
    .executeTakeFirst()

/** Returns the languages of the documents that are searched; none while one of them is unknown. */
export async function listDocumentLanguages(db: Db, agentId: string): Promise<Locale[]> {
  const rows = await db
    .selectFrom('studio_document as document')
    .innerJoin('studio_version as version', 'version.document_id', 'document.id')
    .where('document.agent_id', '=', agentId)
    .where('version.current', '=', true)
    .select('version.language')
    .distinct()
    .execute()
  const known = rows.flatMap(({ language }) => language ?? [])
  return known.length === rows.length ? known : []
}

/** Returns the bytes of all files of an account, and its searched passages. */
export async function findUsage(db: Db, ownerId: string): Promise<{ bytes: number; passages: number }> {
  const { rows } = await sql<{ bytes: string; passages: string }>`
    select
      (select coalesce(sum(version.size), 0) from studio_version as version
        join studio_document as document on document.id = version.document_id
        join studio_agent as agent on agent.id = document.agent_id where agent.owner_id = ${ownerId}) as bytes,
      (select coalesce(sum(passages), 0) from studio_agent where owner_id = ${ownerId} and release_of is null) as passages`.execute(
    db,
  )
  return { bytes: Number(rows[0]?.bytes ?? 0), passages: Number(rows[0]?.passages ?? 0) }
}

/** Returns the bytes of the files of all accounts. */
export async function countStoredBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('studio_version')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('size'), sql<string>`'0'`).as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
