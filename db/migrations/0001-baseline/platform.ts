import { type Kysely, sql } from 'kysely'
import { createFunction } from '../functions.ts'
import { defaultEmpty, defaultNow, defaultZero, primaryKey, required, unique } from './columns.ts'

/** Tables of the building blocks that every feature uses. */
export async function createPlatform(db: Kysely<unknown>): Promise<void> {
  await createLimits(db)
  await createKeys(db)
  await createMail(db)
}

async function createLimits(db: Kysely<unknown>): Promise<void> {
  // the table of `rate-limiter-flexible`; unlogged, because a crash may lose minutes of counting; every call updates it: fill factor
  await db.schema
    .createTable('rate_limit')
    .modifyFront(sql`unlogged`)
    .addColumn('key', 'varchar(255)', primaryKey)
    .addColumn('points', 'integer', defaultZero)
    .addColumn('expire', 'bigint')
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()

  // hashes of keys with the id of the effect, for an hour (platform/server/idempotency.ts)
  await db.schema
    .createTable('idempotency_key')
    .addColumn('key_hash', 'text', primaryKey)
    .addColumn('input_hash', 'text', required)
    .addColumn('effect_id', 'uuid')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('idempotency_key_created_at').on('idempotency_key').column('created_at').execute()
  await createFunction(db, '0001-baseline/claim_idempotency_key')
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  // the key of stored hashes, encrypted under SECRET
  await db.schema
    .createTable('data_key')
    .addColumn('is_only', 'boolean', (column) => primaryKey(column).defaultTo(true).check(sql`is_only`))
    .addColumn('wrapped', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('wrapped_at', 'timestamptz', defaultNow)
    .execute()

  // public keys that verify the signed notes of replies
  await db.schema
    .createTable('note_key')
    .addColumn('kid', 'text', primaryKey)
    .addColumn('x', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
}

async function createMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('caught_mail')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('message_id', 'text', unique)
    .addColumn('sender', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('html', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('headers', 'jsonb', defaultEmpty)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('caught_mail_created_at').on('caught_mail').column('created_at').execute()

  // the rows name no one: they hold hashes, and a token that only its code opens (docs/decisions/0054)
  await db.schema
    .createTable('mail_code')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('locator_hash', 'text', required)
    .addColumn('code_hash', 'text', required)
    .addColumn('page', 'text', required)
    .addColumn('sealed_token', 'text', required)
    .addColumn('wrong_tries', 'smallint', defaultZero)
    .addColumn('expires_at', 'timestamptz', required)
    .execute()
  await db.schema.createIndex('mail_code_locator').on('mail_code').column('locator_hash').execute()
  await db.schema.createIndex('mail_code_expiry').on('mail_code').column('expires_at').execute()
}
