import { type Kysely, sql } from 'kysely'
import { defaultEmpty, defaultNow, defaultZero, onlyOneOf, partOf, primaryKey, required, texts, unique } from './columns.ts'

/** Second factors (docs/decisions/0044 and 0051). */
export async function createFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_passkey')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('credential_id', 'text', unique)
    .addColumn('public_key', 'bytea', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', texts, required)
    .addColumn('name', 'text', required)
    .addColumn('event_id', 'uuid', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('last_used_at', 'timestamptz')
    .addColumn('disputed_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('auth_passkey_user').on('auth_passkey').column('user_id').execute()

  await db.schema
    .createTable('auth_one_time_codes')
    .addColumn('user_id', 'uuid', onlyOneOf('auth_user'))
    .addColumn('secret', 'text', required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('event_id', 'uuid', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('used_steps', sql`bigint[]`, defaultEmpty)
    .execute()

  await db.schema
    .createTable('auth_recovery_code')
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('code_hash', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addPrimaryKeyConstraint('auth_recovery_code_pkey', ['user_id', 'code_hash'])
    .execute()
}

/** Second steps of sign-ins, challenges of passkeys, and the delayed recovery of accounts. */
export async function createSecondSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_second_step')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('token_hash', 'text', unique)
    .addColumn('remember', 'boolean', required)
    .addColumn('tries', 'integer', defaultZero)
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('auth_second_step_user').on('auth_second_step').column('user_id').execute()
  await db.schema.createIndex('auth_second_step_expires_at').on('auth_second_step').column('expires_at').execute()

  await db.schema
    .createTable('auth_challenge')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('session_id', 'uuid', (column) => column.references('auth_session.id').onDelete('cascade'))
    .addColumn('step_id', 'uuid', (column) => column.references('auth_second_step.id').onDelete('cascade'))
    .addColumn('value', 'text', required)
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addCheckConstraint('auth_challenge_check', sql`num_nonnulls(session_id, step_id) <= 1`)
    .execute()
  await db.schema
    .createIndex('auth_challenge_session')
    .unique()
    .on('auth_challenge')
    .columns(['session_id', 'kind'])
    .where(sql<boolean>`session_id is not null`)
    .execute()
  await db.schema
    .createIndex('auth_challenge_step')
    .unique()
    .on('auth_challenge')
    .columns(['step_id', 'kind'])
    .where(sql<boolean>`step_id is not null`)
    .execute()
  await db.schema.createIndex('auth_challenge_expires_at').on('auth_challenge').column('expires_at').execute()

  await db.schema
    .createTable('auth_factor_recovery')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('ripe_at', 'timestamptz', required)
    .addColumn('lapses_at', 'timestamptz', required)
    .addColumn('ended_at', 'timestamptz')
    .addColumn('ended_as', 'text', (column) => column.check(sql`ended_as in ('cancelled', 'voided', 'used', 'lapsed')`))
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addCheckConstraint('auth_factor_recovery_check', sql`(ended_at is null) = (ended_as is null)`)
    .execute()
  await db.schema
    .createIndex('auth_factor_recovery_running')
    .unique()
    .on('auth_factor_recovery')
    .column('user_id')
    .where(sql<boolean>`ended_at is null`)
    .execute()
  await db.schema.createIndex('auth_factor_recovery_user').on('auth_factor_recovery').columns(['user_id', 'ended_at']).execute()
}
