import { type Kysely, sql } from 'kysely'
import { defaultEmpty, defaultNow, language, partOf, primaryKey, required, searchWords, texts, unique } from './columns.ts'
import { createContentVersion } from './content-version.ts'

/** Agents and their notes, written by seeds. */
export async function createMarketplace(db: Kysely<unknown>): Promise<void> {
  await createAgents(db)
  await createNotes(db)
  await createContentVersion(db, 'marketplace_content_version')
}

async function createAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('marketplace_agent')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('slug', 'text', unique)
    .addColumn('name', 'text', required)
    .addColumn('category', 'text', required)
    // the deep and the bright voice
    .addColumn('colors', texts, (column) => column.notNull().check(sql`cardinality(colors) = 2`))
    // of the whole seed file, so that seeding again knows what changed
    .addColumn('hash', 'text', required)
    // no longer offered, but has conversations
    .addColumn('hidden_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema
    .createIndex('marketplace_agent_shown')
    .on('marketplace_agent')
    .columns(['created_at', 'id'])
    .where(sql<boolean>`hidden_at is null`)
    .execute()

  await db.schema
    .createTable('marketplace_agent_text')
    .addColumn('agent_id', 'uuid', partOf('marketplace_agent'))
    .addColumn('language', 'text', language)
    .addColumn('lived', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('voice_description', 'text', required)
    .addColumn('prompt_seed', 'text', required)
    .addColumn('starters', texts, required)
    .addColumn('voice', 'jsonb', required)
    .addColumn('lines', texts, required)
    .addColumn('figure', 'text', required)
    // every word of the notes without accents, for misspelt questions
    .addColumn('vocabulary', texts, required)
    .addColumn('keywords', texts, defaultEmpty)
    .addPrimaryKeyConstraint('marketplace_agent_text_pkey', ['agent_id', 'language'])
    .execute()
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('marketplace_note')
    .addColumn('agent_id', 'uuid', required)
    .addColumn('language', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('place', 'smallint', required)
    .addColumn('title', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('terms', texts, required)
    .addColumn('source', 'text', required)
    // title, terms and text, weighted in that order
    .addColumn('words', searchWords, required)
    .addColumn('questions', texts, defaultEmpty)
    .addPrimaryKeyConstraint('marketplace_note_pkey', ['agent_id', 'language', 'key'])
    .addUniqueConstraint('marketplace_note_agent_id_language_place_key', ['agent_id', 'language', 'place'])
    .addForeignKeyConstraint(
      'marketplace_note_agent_id_language_fkey',
      ['agent_id', 'language'],
      'marketplace_agent_text',
      ['agent_id', 'language'],
      (reference) => reference.onDelete('cascade'),
    )
    .execute()
  const index = (name: string) => db.schema.createIndex(name).on('marketplace_note').using('gin').column('words')
  await index('marketplace_note_en').where(sql<boolean>`language = 'en'`).execute()
  await index('marketplace_note_pt').where(sql<boolean>`language = 'pt'`).execute()

  await db.schema
    .createTable('marketplace_note_vector')
    .addColumn('agent_id', 'uuid', partOf('marketplace_agent'))
    .addColumn('language', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('hash', 'text', required)
    // not `real[]`, because a vector of some kB is always read whole
    .addColumn('vector', 'bytea', required)
    .addColumn('own', 'real', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addPrimaryKeyConstraint('marketplace_note_vector_pkey', ['agent_id', 'language', 'key', 'model'])
    .execute()
}
