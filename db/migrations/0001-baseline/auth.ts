import { type Kysely, sql } from 'kysely'
import { defaultFalse, defaultNow, language, partOf, primaryKey, required, unique } from './columns.ts'

/** better-auth's tables under our names (auth/server/better-auth/better-auth-tables.ts). */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_user')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', unique)
    .addColumn('email_verified', 'boolean', defaultFalse)
    .addColumn('image', 'text')
    .addColumn('language', 'text', (column) => language(column).defaultTo('en'))
    .addColumn('pending_email', 'text')
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('welcomed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .addColumn('pending_id', 'uuid')
    .addColumn('pending_session', 'uuid')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('person').check(sql`role in ('person', 'operator')`))
    .execute()
  await db.schema
    .createIndex('auth_user_unconfirmed')
    .on('auth_user')
    .column('created_at')
    .where(sql<boolean>`not email_verified`)
    .execute()

  await db.schema
    .createTable('auth_account')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('provider_id', 'text', required)
    .addColumn('account_id', 'text', required)
    .addColumn('access_token', 'text', (column) => column.check(sql`access_token is null`))
    .addColumn('refresh_token', 'text', (column) => column.check(sql`refresh_token is null`))
    .addColumn('id_token', 'text', (column) => column.check(sql`id_token is null`))
    .addColumn('access_token_expires_at', 'timestamptz')
    .addColumn('refresh_token_expires_at', 'timestamptz')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .addUniqueConstraint('auth_account_provider_id_account_id_key', ['provider_id', 'account_id'])
    .execute()
  await db.schema.createIndex('auth_account_user').on('auth_account').column('user_id').execute()

  await db.schema
    .createTable('auth_verification')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('identifier', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('auth_verification_identifier').on('auth_verification').column('identifier').execute()
  // a hash index, because provider states are long
  await db.schema.createIndex('auth_verification_value').on('auth_verification').using('hash').column('value').execute()
  await db.schema.createIndex('auth_verification_expires_at').on('auth_verification').column('expires_at').execute()
}

/** Known devices, sessions, and the trail of security events, in which failures are counted per hour. */
export async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_device')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('used_at', 'timestamptz', defaultNow)
    .addColumn('revoked_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('auth_device_user').on('auth_device').column('user_id').execute()
  await db.schema.createIndex('auth_device_used_at').on('auth_device').column('used_at').execute()

  await db.schema
    .createTable('auth_session')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('token', 'text', unique)
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .addColumn('device_id', 'uuid', (column) => column.references('auth_device.id').onDelete('set null'))
    .addColumn('factor_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('auth_session_user').on('auth_session').column('user_id').execute()
  await db.schema.createIndex('auth_session_device').on('auth_session').column('device_id').execute()
  await db.schema.createIndex('auth_session_expires_at').on('auth_session').column('expires_at').execute()

  await db.schema
    .createTable('auth_event')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', (column) => column.references('auth_user.id').onDelete('cascade'))
    .addColumn('erased_account', 'uuid')
    .addColumn('kind', 'text', required)
    .addColumn('device_id', 'uuid')
    .addColumn('user_agent', 'text')
    .addColumn('address_hash', 'text')
    .addColumn('email', 'text')
    .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('hour', 'timestamptz')
    .addColumn('disputed_at', 'timestamptz')
    .addColumn('at', 'timestamptz', defaultNow)
    .addColumn('key_hint', 'text')
    .addCheckConstraint('auth_event_check', sql`(user_id is null) <> (erased_account is null)`)
    // the event of an erasure says nothing about the member
    .addCheckConstraint(
      'auth_event_check1',
      sql`user_id is not null or num_nonnulls(device_id, user_agent, address_hash, email) = 0`,
    )
    .execute()
  await db.schema.createIndex('auth_event_user').on('auth_event').columns(['user_id', 'at']).execute()
  await db.schema
    .createIndex('auth_event_erased')
    .on('auth_event')
    .column('erased_account')
    .where(sql<boolean>`erased_account is not null`)
    .execute()
  await db.schema.createIndex('auth_event_at').on('auth_event').column('at').execute()
  await db.schema
    .createIndex('auth_event_hour')
    .unique()
    .on('auth_event')
    .columns(['user_id', 'kind', 'hour'])
    .where(sql<boolean>`hour is not null`)
    .execute()

  await db.schema
    .createTable('auth_mail')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('language', 'text', language)
    .addColumn('user_id', 'uuid', (column) => column.references('auth_user.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('next', 'text', (column) => column.check(sql`next like '/%'`))
    .addColumn('event_id', 'uuid', (column) => column.references('auth_event.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('auth_mail_created_at').on('auth_mail').column('created_at').execute()
}
