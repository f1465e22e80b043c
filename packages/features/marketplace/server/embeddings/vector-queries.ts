import type { Db } from '@duo/db/index.ts'
import type { NoteVector } from '@duo/engine/knowledge.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { sql } from 'kysely'

export interface UnembeddedNote {
  agentId: string
  language: Locale
  key: string
  title: string
  questions: string[]
  content: string
  hash: string
}

/** The embedded text; its hash invalidates the vectors of earlier versions. */
const content = sql<string>`(note.title || chr(10) || array_to_string(note.questions, chr(10)) || chr(10) || note.text)`
const hash = sql<string>`md5(${content})`

const isCurrent = (model: string) => sql<boolean>`(
  vector.agent_id = note.agent_id and vector.language = note.language and vector.key = note.key
  and vector.model = ${model} and vector.hash = ${hash}
)`

const notesWithoutCurrentVector = (db: Db, model: string) =>
  db
    .selectFrom('marketplace_note as note')
    .leftJoin('marketplace_note_vector as vector', (join) => join.on(isCurrent(model)))
    .where('vector.key', 'is', null)

export async function hasMissingVectors(db: Db, model: string): Promise<boolean> {
  return (await notesWithoutCurrentVector(db, model).select('note.key').limit(1).executeTakeFirst()) !== undefined
}

export function listNotesWithoutVector(db: Db, model: string, limit: number): Promise<UnembeddedNote[]> {
  return notesWithoutCurrentVector(db, model)
    .select(['note.agent_id as agentId', 'note.language', 'note.key', 'note.title', 'note.questions'])
    .select([content.as('content'), hash.as('hash')])
    .orderBy('note.agent_id')
    .orderBy('note.language')
    .orderBy('note.key')
    .limit(limit)
    .execute()
}

/** Vectors of texts that changed meanwhile are stored too, but never used. */
export async function saveVectors(
  db: Db,
  model: string,
  made: readonly (Pick<UnembeddedNote, 'agentId' | 'language' | 'key' | 'hash'> & Omit<NoteVector, 'key'>)[],
): Promise<void> {
  const rows = made.map(({ agentId, vector, ...rest }) => ({ ...rest, agent_id: agentId, model, vector: bytesOf(vector) }))
  await db
    .insertInto('marketplace_note_vector')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['agent_id', 'language', 'key', 'model']).doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        vector: eb.ref('excluded.vector'),
        own: eb.ref('excluded.own'),
        created_at: sql`now()`,
      })),
    )
    .execute()
}

/** Keeps other models' vectors for a day, because servers with the previous model may still be running. */
export async function deleteOtherVectors(db: Db, model: string, dimensions: number): Promise<void> {
  await db
    .deleteFrom('marketplace_note_vector as vector')
    .where((eb) =>
      eb.or([
        eb('model', '=', model).and(sql`octet_length(vector.vector)`, '<>', dimensions * 4),
        eb('model', '<>', model).and('created_at', '<', sql<Date>`now() - interval '1 day'`),
        eb.not(
          eb.exists(
            eb
              .selectFrom('marketplace_note as note')
              .whereRef('note.agent_id', '=', 'vector.agent_id')
              .whereRef('note.language', '=', 'vector.language')
              .whereRef('note.key', '=', 'vector.key')
              .select('note.key'),
          ),
        ),
      ]),
    )
    .execute()
}

export async function listVectors(
  db: Db,
  { agentId, language, model }: { agentId: string; language: Locale; model: string },
): Promise<NoteVector[]> {
  const rows = await db
    .selectFrom('marketplace_note as note')
    .innerJoin('marketplace_note_vector as vector', (join) => join.on(isCurrent(model)))
    .where('note.agent_id', '=', agentId)
    .where('note.language', '=', language)
    .select(['note.key', 'vector.vector', 'vector.own'])
    .execute()
  return rows.map(({ vector, ...row }) => ({ ...row, vector: floatsOf(vector) }))
}

/** All platforms that Node supports are little-endian. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Copies, because the driver's buffer may not be aligned. */
const floatsOf = (bytes: Buffer) => new Float32Array(Uint8Array.from(bytes).buffer)
