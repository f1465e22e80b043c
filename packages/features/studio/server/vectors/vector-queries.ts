import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface UnembeddedPassage {
  id: string
  content: string
  hash: string
}

export interface PassageVector {
  id: string
  vector: Float32Array
}

/** The embedded text; its hash invalidates the vectors of a text before an edit. */
const content = sql<string>`concat_ws(chr(10), nullif(array_to_string(passage.headings, ' / '), ''), passage.question, passage.text)`
const hash = sql<string>`md5(${content})`

const isCurrent = (model: string) =>
  sql<boolean>`(vector.passage_id = passage.id and vector.model = ${model} and vector.hash = ${hash})`

/** Of current versions: a replacement is embedded once it answers. */
const withoutVector = (db: Db, model: string) =>
  db
    .selectFrom('studio_passage as passage')
    .innerJoin('studio_version as version', (join) =>
      join.onRef('version.id', '=', 'passage.version_id').on('version.current', '=', true),
    )
    .leftJoin('studio_vector as vector', (join) => join.on(isCurrent(model)))
    .where('vector.passage_id', 'is', null)
    .where('passage.hidden', '=', false)

export async function hasMissingVectors(db: Db, model: string): Promise<boolean> {
  return (await withoutVector(db, model).select('passage.id').limit(1).executeTakeFirst()) !== undefined
}

export const listPassagesWithoutVector = (db: Db, model: string, limit: number): Promise<UnembeddedPassage[]> =>
  withoutVector(db, model)
    .select(['passage.id', content.as('content'), hash.as('hash')])
    .limit(limit)
    .execute()

/** A passage may be gone meanwhile. */
export async function saveVectors(
  db: Db,
  model: string,
  made: readonly { id: string; hash: string; vector: Float32Array }[],
): Promise<void> {
  await sql`
    insert into studio_vector (passage_id, model, hash, vector)
    select passage.id, ${model}, made.hash, made.vector
    from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ hash }) => hash)}::text[],
      ${made.map(({ vector }) => bytesOf(vector))}::bytea[]) as made (id, hash, vector)
      join studio_passage as passage on passage.id = made.id
    order by passage.id
    on conflict (passage_id, model) do update set hash = excluded.hash, vector = excluded.vector, created_at = now()`.execute(db)
}

/** Keeps other models' vectors for a day, because servers with the previous model may still be running. */
export const deleteOtherVectors = (db: Db, model: string) =>
  db
    .deleteFrom('studio_vector')
    .where('model', '<>', model)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()

const ofAgent = (db: Db, agentId: string, model: string) =>
  db
    .selectFrom('studio_document as document')
    .innerJoin('studio_version as version', (join) =>
      join.onRef('version.document_id', '=', 'document.id').on('version.current', '=', true),
    )
    .innerJoin('studio_passage as passage', 'passage.version_id', 'version.id')
    .innerJoin('studio_vector as vector', (join) => join.on(isCurrent(model)))
    .where('document.agent_id', '=', agentId)
    .where('passage.hidden', '=', false)

/** Returns the vectors of an agent's passages. */
export async function listVectors(
  db: Db,
  { agentId, model, limit }: { agentId: string; model: string; limit: number },
): Promise<PassageVector[]> {
  const rows = await ofAgent(db, agentId, model).select(['passage.id', 'vector.vector']).limit(limit).execute()
  return rows.map(({ id, vector }) => ({ id, vector: floatsOf(vector) }))
}

/** All platforms that Node supports are little-endian. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Copies, because the driver's buffer may not be aligned. */
const floatsOf = (bytes: Buffer) => new Float32Array(Uint8Array.from(bytes).buffer)
