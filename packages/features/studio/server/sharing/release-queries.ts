import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** A hash of everything that a release would copy: it changes when the draft does. */
export async function digestOf(db: Db, agentId: string): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(concat_ws('|', agent.name, agent.profile::text, agent.coverage->>'at',
      (select md5(string_agg(concat_ws('|', correction.question, correction.answer), '|' order by correction.created_at, correction.id))
        from studio_correction as correction where correction.agent_id = agent.id),
      (select md5(string_agg(concat_ws('|', document.id, document.name, passage.place, passage.page, passage.second,
            passage.line, passage.headings, passage.question, passage.hidden, passage.text, nullif(passage.marks, '[]')), '|'
          order by document.id, passage.place))
        from studio_document as document
          join studio_version as version on version.document_id = document.id and version.current and version.state = 'ready'
          join studio_passage as passage on passage.version_id = version.id
        where document.agent_id = agent.id))) as digest
    from studio_agent as agent where agent.id = ${agentId}`.execute(db)
  return rows[0]?.digest ?? ''
}

/** Passages that one statement copies: the server takes a database that is silent for longer than two seconds for lost. */
const batchSize = 500

/**
 * Copies a draft as it is: its texts, its corrections, and the passages of documents that are read. The files stay with the draft. The
 * terms of a passage begin with the number of its agent, so those of the copy begin with the copy's. Lock the draft before.
 */
export async function copyDraft(db: Db, { draftId, releaseId, digest }: { draftId: string; releaseId: string; digest: string }) {
  const copy = { draftId, releaseId }
  await sql`
    insert into studio_agent (id, owner_id, name, language, release_of, profile, coverage, index_form, digest)
    select ${releaseId}, owner_id, name, language, id, profile, coverage, index_form, ${digest} from studio_agent where id = ${draftId}`.execute(
    db,
  )
  await sql`
    insert into studio_correction (id, agent_id, question, answer, created_at)
    select gen_random_uuid(), ${releaseId}, question, answer, created_at from studio_correction where agent_id = ${draftId}`.execute(
    db,
  )
  for (const version of await copyDocuments(db, copy)) {
    let after: number | null = -1
    while (after !== null) after = await copyPassages(db, { ...copy, ...version, after })
  }
  await copyTerms(db, copy)
}

interface Copy {
  draftId: string
  releaseId: string
}

async function copyDocuments(db: Db, { draftId, releaseId }: Copy): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    with copied as materialized (
      select document.id, document.name, document.declared_at, document.created_at, gen_random_uuid() as copy, gen_random_uuid() as version,
        version.id as from_version, version.type, version.language, version.pages, version.passages
      from studio_document as document
        join studio_version as version on version.document_id = document.id and version.current and version.state = 'ready'
      where document.agent_id = ${draftId}
    ), documents as (
      insert into studio_document (id, agent_id, name, declared_at, created_at, copy_of)
      select copy, ${releaseId}, name, declared_at, created_at, id from copied
    ), versions as (
      insert into studio_version (id, document_id, state, name, size, current, type, language, pages, passages)
      select version, copy, 'ready', name, 0, true, type, language, pages, passages from copied
    )
    select from_version as "from", version as "to" from copied`.execute(db)
  return rows
}

/** Copies the passages after a place, with their vectors, and returns the place to go on after; null at the end. */
async function copyPassages(
  db: Db,
  { draftId, releaseId, from, to, after }: Copy & { from: string; to: string; after: number },
): Promise<number | null> {
  const { rows } = await sql<{ place: number }>`
    insert into studio_passage (id, version_id, place, text, headings, page, last_page, second, line, question, marks, originals,
      hidden, terms)
    select gen_random_uuid(), ${to}::uuid, passage.place, passage.text, passage.headings, passage.page, passage.last_page, passage.second,
      passage.line, passage.question, passage.marks, passage.originals, passage.hidden,
      -- keeps the positions: a term is quoted and has no quotation mark
      replace(passage.terms::text, '''' || draft.number || '.', '''' || release.number || '.')::tsvector
    from (
      select * from studio_passage where version_id = ${from} and place > ${after} order by place limit ${batchSize}
    ) as passage
      cross join (select number from studio_agent where id = ${releaseId}) as release
      cross join (select number from studio_agent where id = ${draftId}) as draft
    returning place`.execute(db)
  if (rows.length === 0) return null
  const last = Math.max(...rows.map(({ place }) => place))
  await sql`
    insert into studio_vector (passage_id, model, hash, vector)
    select copy.id, vector.model, vector.hash, vector.vector
    from studio_passage as copy
      join studio_passage as passage on passage.version_id = ${from} and passage.place = copy.place
      join studio_vector as vector on vector.passage_id = passage.id
    where copy.version_id = ${to} and copy.place > ${after} and copy.place <= ${last}`.execute(db)
  return rows.length < batchSize ? null : last
}

/** Takes the draft's counts, without those of documents that are still being read. */
async function copyTerms(db: Db, { draftId, releaseId }: Copy): Promise<void> {
  await sql`
    with release as (select number from studio_agent where id = ${releaseId}),
    unread as (
      select substr(term, strpos(term, '.') + 1) as term, count(*)::integer as passages
      from studio_document as document
        join studio_version as version on version.document_id = document.id and version.current and version.state <> 'ready'
        join studio_passage as passage on passage.version_id = version.id and not passage.hidden,
        unnest(tsvector_to_array(passage.terms)) as term
      where document.agent_id = ${draftId} group by 1
    ), terms as (
      insert into studio_term (agent_number, term, passages)
      select release.number, whole.term, whole.passages - coalesce(unread.passages, 0)
      from release cross join studio_term as whole left join unread on unread.term = whole.term
      where whole.agent_number = (select number from studio_agent where id = ${draftId})
        and whole.passages > coalesce(unread.passages, 0)
    )
    update studio_agent set passages = (
      select count(*) from studio_document as document
        join studio_version as version on version.document_id = document.id
        join studio_passage as passage on passage.version_id = version.id and not passage.hidden
      where document.agent_id = ${releaseId}
    ) where id = ${releaseId}`.execute(db)
}

/** Shows a release to visitors. The slug of before stays. */
export const showRelease = (db: Db, { draftId, releaseId, slug }: { draftId: string; releaseId: string; slug: string }) =>
  db
    .updateTable('studio_agent')
    .set({ release_id: releaseId, slug: sql<string>`coalesce(slug, ${slug})`, paused_at: null })
    .where('id', '=', draftId)
    .execute()

/** Shows another release. A paused agent stays paused. */
export const changeRelease = (db: Db, { draftId, releaseId }: { draftId: string; releaseId: string }) =>
  db.updateTable('studio_agent').set({ release_id: releaseId }).where('id', '=', draftId).execute()

/** The newest first. */
export const listReleases = (db: Db, draftId: string) =>
  db
    .selectFrom('studio_agent')
    .where('release_of', '=', draftId)
    .select(['id', 'digest', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const deleteReleases = (db: Db, draftId: string, ids: readonly string[]) =>
  db.deleteFrom('studio_agent').where('release_of', '=', draftId).where('id', '=', sql<string>`any(${ids})`).execute()

export const hideRelease = (db: Db, draftId: string) =>
  db.updateTable('studio_agent').set({ release_id: null, paused_at: null }).where('id', '=', draftId).execute()

export const pauseAgent = (db: Db, draftId: string, paused: boolean) =>
  db
    .updateTable('studio_agent')
    .set({ paused_at: paused ? sql<Date>`coalesce(paused_at, now())` : null })
    .where('id', '=', draftId)
    .execute()

/** Locks an account's agents until the transaction ends, so that two tabs cannot exceed its plan. */
export const lockOwner = (db: Db, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`studio sharing ${ownerId}`}, 0))`.execute(db)

/** Returns the copies of a document in all releases, with the agents whose counts change when they are deleted. */
export const listCopies = (db: Db, { documentId, ownerId }: { documentId: string; ownerId: string }) =>
  db
    .selectFrom('studio_document as document')
    .innerJoin('studio_agent as agent', 'agent.id', 'document.agent_id')
    .innerJoin('studio_version as version', 'version.document_id', 'document.id')
    .where('document.copy_of', '=', documentId)
    .where('agent.owner_id', '=', ownerId)
    .select(['document.id', 'agent.id as agentId', 'agent.number', 'version.id as versionId'])
    .execute()

export const clearDigest = (db: Db, releaseId: string) =>
  db.updateTable('studio_agent').set({ digest: null }).where('id', '=', releaseId).execute()
