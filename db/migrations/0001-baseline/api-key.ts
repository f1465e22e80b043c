import { type Kysely, sql } from 'kysely'
import { defaultNow, partOf, primaryKey, required, texts, unique } from './columns.ts'

/** API keys of accounts (docs/decisions/0047), and the networks that used them. */
export async function createApiKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_api_key')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('name', 'text', required)
    .addColumn('token_hash', 'text', unique)
    .addColumn('hint', 'text', required)
    .addColumn('scopes', texts, (column) => column.notNull().check(sql`cardinality(scopes) > 0`))
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('last_used_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('auth_api_key_user').on('auth_api_key').column('user_id').execute()
  await db.schema.createIndex('auth_api_key_expires_at').on('auth_api_key').column('expires_at').execute()

  await db.schema
    .createTable('auth_api_key_network')
    .addColumn('key_id', 'uuid', partOf('auth_api_key'))
    .addColumn('network_hash', 'text', required)
    .addColumn('mailed_at', 'timestamptz')
    .addPrimaryKeyConstraint('auth_api_key_network_pkey', ['key_id', 'network_hash'])
    .execute()
}
