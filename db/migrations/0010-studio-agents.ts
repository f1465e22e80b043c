import { type Kysely, sql } from 'kysely'
import { defaultEmpty, defaultNow, defaultZero, partOf, primaryKey, required } from './0001-baseline/columns.ts'

/**
 * What an agent of the studio says beside its documents, its corrections, and what is shared: a release is a copy of the agent that
 * stays as it is while the draft changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('studio_agent')
    .addColumn('release_of', 'uuid', (column) => column.references('studio_agent.id').onDelete('cascade'))
    .addColumn('profile', 'jsonb', defaultEmpty)
    .addColumn('revision', 'integer', defaultZero)
    // stays once it is given, so that links go on working
    .addColumn('slug', 'text', (column) => column.unique())
    .addColumn('release_id', 'uuid', (column) => column.references('studio_agent.id').onDelete('set null'))
    .addColumn('paused_at', 'timestamptz')
    .addColumn('taken_down_at', 'timestamptz')
    .addColumn('takedown_reason', 'text')
    .addColumn('coverage', 'jsonb')
    // of the draft when it was released, to show whether it has changed since
    .addColumn('digest', 'text')
    .execute()
  await db.schema.createIndex('studio_agent_releases').on('studio_agent').columns(['release_of', 'created_at']).execute()
  await db.schema.createIndex('studio_agent_release').on('studio_agent').column('release_id').execute()
  // the document of the draft that a release copied
  await db.schema.alterTable('studio_document').addColumn('copy_of', 'uuid').execute()
  await db.schema.createIndex('studio_document_copies').on('studio_document').column('copy_of').execute()

  await db.schema
    .createTable('studio_correction')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('agent_id', 'uuid', partOf('studio_agent'))
    .addColumn('question', 'text', required)
    .addColumn('answer', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('studio_correction_of').on('studio_correction').columns(['agent_id', 'created_at', 'id']).execute()

  await db.schema
    .createTable('studio_report')
    .addColumn('id', 'uuid', primaryKey)
    // outlives the agent, which its creator may delete, but not the account
    .addColumn('agent_id', 'uuid', (column) => column.references('studio_agent.id').onDelete('set null'))
    .addColumn('owner_id', 'uuid', partOf('auth_user'))
    .addColumn('slug', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('question', 'text', required)
    .addColumn('reply', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('studio_report_of').on('studio_report').columns(['agent_id', 'created_at']).execute()
  await db.schema.createIndex('studio_report_about').on('studio_report').column('owner_id').execute()

  await db.schema
    .createTable('studio_asker')
    .addColumn('agent_id', 'uuid', partOf('studio_agent'))
    // a keyed hash of the account or of the network
    .addColumn('asker', 'text', required)
    // the same hash of the network that an account asked from last
    .addColumn('network', 'text', required)
    .addColumn('questions', 'integer', defaultZero)
    .addColumn('first_at', 'timestamptz', defaultNow)
    .addColumn('last_at', 'timestamptz', defaultNow)
    .addColumn('blocked_at', 'timestamptz')
    // passages whose text the asker was shown on that day
    .addColumn('day', 'date', (column) => column.notNull().defaultTo(sql`current_date`))
    .addColumn('shown', sql`uuid[]`, defaultEmpty)
    .addPrimaryKeyConstraint('studio_asker_pkey', ['agent_id', 'asker'])
    .execute()
  await db.schema
    .createIndex('studio_asker_blocked')
    .on('studio_asker')
    .columns(['agent_id', 'network'])
    .where(sql<boolean>`blocked_at is not null`)
    .execute()
  await db.schema.createIndex('studio_asker_last').on('studio_asker').columns(['agent_id', 'last_at']).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['studio_asker', 'studio_report', 'studio_correction']) await db.schema.dropTable(table).execute()
  // a release is an agent only with its column
  await sql`delete from studio_agent where release_of is not null`.execute(db)
  await db.schema.dropIndex('studio_document_copies').execute()
  await db.schema.alterTable('studio_document').dropColumn('copy_of').execute()
  const columns = [
    'digest',
    'coverage',
    'takedown_reason',
    'taken_down_at',
    'paused_at',
    'release_id',
    'slug',
    'revision',
    'profile',
    'release_of',
  ] as const
  for (const column of columns) await db.schema.alterTable('studio_agent').dropColumn(column).execute()
}
