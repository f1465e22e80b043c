import { type Kysely, sql } from 'kysely'
import {
  defaultEmpty,
  defaultFalse,
  defaultNow,
  defaultZero,
  language,
  partOf,
  primaryKey,
  required,
  searchWords,
  texts,
} from './0001-baseline/columns.ts'

/** Creators' own agents: documents in versions, their original bytes, and the passages that were read from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAgents(db)
  await createDocuments(db)
  await createPassages(db)
}

async function createAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('studio_agent')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('owner_id', 'uuid', partOf('auth_user'))
    // short, because it begins every term of the agent's passages
    .addColumn('number', 'integer', (column) => column.generatedAlwaysAsIdentity().notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('language', 'text', language)
    // those that are searched
    .addColumn('passages', 'integer', defaultZero)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('studio_agent_of').on('studio_agent').columns(['owner_id', 'created_at', 'id']).execute()
}

async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('studio_document')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('agent_id', 'uuid', partOf('studio_agent'))
    .addColumn('name', 'text', required)
    // when the creator declared the right to use the text
    .addColumn('declared_at', 'timestamptz', defaultNow)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('studio_document_of').on('studio_document').columns(['agent_id', 'created_at', 'id']).execute()

  await db.schema
    .createTable('studio_version')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('document_id', 'uuid', partOf('studio_document'))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('uploading', 'waiting', 'reading', 'ready', 'failed')`),
    )
    .addColumn('name', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('received', 'integer', defaultZero)
    // while the first version is read, it is current already: its first pages answer
    .addColumn('current', 'boolean', defaultFalse)
    .addColumn('type', 'text')
    .addColumn('refusal', 'text')
    .addColumn('language', 'text', (column) => column.check(sql`language in ('en', 'pt')`))
    .addColumn('pages', 'integer')
    .addColumn('pages_read', 'integer')
    .addColumn('empty_pages', sql`integer[]`, defaultEmpty)
    .addColumn('repeated', 'integer', defaultZero)
    .addColumn('passages', 'integer', defaultZero)
    // a server that reads it renews this; another may take over after it
    .addColumn('lease_until', 'timestamptz')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('read_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('studio_version_of').on('studio_version').columns(['document_id', 'created_at']).execute()
  await db.schema
    .createIndex('studio_version_current')
    .unique()
    .on('studio_version')
    .column('document_id')
    .where(sql<boolean>`current`)
    .execute()
  await db.schema
    .createIndex('studio_version_unread')
    .on('studio_version')
    .column('created_at')
    .where(sql<boolean>`state in ('uploading', 'waiting', 'reading')`)
    .execute()

  await db.schema
    .createTable('studio_chunk')
    .addColumn('version_id', 'uuid', partOf('studio_version'))
    // of its first byte in the file
    .addColumn('place', 'integer', required)
    // encrypted with the owner's key, at most 256 kB
    .addColumn('bytes', 'bytea', required)
    .addPrimaryKeyConstraint('studio_chunk_pkey', ['version_id', 'place'])
    .execute()
  // encrypted bytes do not compress
  await sql`alter table studio_chunk alter column bytes set storage external`.execute(db)
}

async function createPassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('studio_passage')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('version_id', 'uuid', partOf('studio_version'))
    .addColumn('place', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('headings', texts, required)
    .addColumn('page', 'integer')
    .addColumn('last_page', 'integer')
    .addColumn('second', 'integer')
    .addColumn('line', 'integer')
    .addColumn('question', 'text')
    // the read texts that it shows; others than its text once the creator edited it
    .addColumn('originals', texts, required)
    .addColumn('hidden', 'boolean', defaultFalse)
    // stems, each after the number of the agent, so that the index begins with the agent
    .addColumn('terms', searchWords, required)
    .addUniqueConstraint('studio_passage_place', ['version_id', 'place'])
    .execute()
  await sql`create index studio_passage_terms on studio_passage using gin (terms)`.execute(db)

  await db.schema
    .createTable('studio_term')
    .addColumn('agent_number', 'integer', partOf('studio_agent', 'number'))
    // by bytes, for the range of words with the same first letters
    .addColumn('term', sql`text collate "C"`, required)
    // how many of the agent's searched passages have it
    .addColumn('passages', 'integer', required)
    .addPrimaryKeyConstraint('studio_term_pkey', ['agent_number', 'term'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['studio_term', 'studio_passage', 'studio_chunk', 'studio_version', 'studio_document', 'studio_agent'])
    await db.schema.dropTable(table).execute()
}
