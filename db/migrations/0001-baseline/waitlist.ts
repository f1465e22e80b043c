import { type Kysely, sql } from 'kysely'
import { createFunction } from '../functions.ts'
import {
  defaultEmpty,
  defaultNow,
  defaultZero,
  language,
  onlyOneOf,
  partOf,
  primaryKey,
  required,
  texts,
  unique,
} from './columns.ts'

export async function createWaitlist(db: Kysely<unknown>): Promise<void> {
  await createEntries(db)
  await createPositions(db)
  await createReferrals(db)
  await createFunction(db, '0001-baseline/waitlist_position')
  await createFunction(db, '0001-baseline/waitlist_join')
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_wave')
    .addColumn('name', 'text', primaryKey)
    .addColumn('size', 'integer', (column) => column.notNull().check(sql`size > 0`))
    .addColumn('by_referrals', 'real', (column) => column.notNull().check(sql`by_referrals between 0 and 1`))
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('completed_at', 'timestamptz')
    .execute()

  await sql`create sequence waitlist_seat`.execute(db)
  await db.schema
    .createTable('waitlist_signup')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('email', 'text', unique)
    .addColumn('language', 'text', language)
    .addColumn('seat', 'bigint', unique)
    .addColumn('referral_code', 'text', unique)
    .addColumn('invited_by', 'uuid', (column) => column.references('waitlist_signup.id').onDelete('set null'))
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo('unknown'))
    .addColumn('confirmed_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('mailbox_hash', 'text')
    .addColumn('fraud_signals', texts, defaultEmpty)
    .addColumn('credit', 'text', (column) =>
      column.check(sql`credit in ('counted', 'review', 'refused', 'repeated', 'goal_reached')`),
    )
    .addColumn('invited_at', 'timestamptz')
    .addColumn('unsubscribed_at', 'timestamptz')
    .addColumn('wave', 'text', (column) => column.references('waitlist_wave.name'))
    .addColumn('user_id', 'uuid', (column) => column.unique().references('auth_user.id').onDelete('set null'))
    .addColumn('ticket_generation', 'integer', defaultZero)
    .addColumn('confirm_key_hash', 'text')
    .execute()
  await createEntryIndexes(db)

  await db.schema
    .createTable('waitlist_event')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('signup_id', 'uuid', partOf('waitlist_signup'))
    .addColumn('kind', 'text', required)
    .addColumn('data', 'jsonb', defaultEmpty)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema.createIndex('waitlist_event_signup').on('waitlist_event').columns(['signup_id', 'created_at']).execute()
}

async function createEntryIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, column: string) =>
    db.schema.createIndex(`waitlist_signup_${name}`).on('waitlist_signup').column(column)
  await index('invited_by', 'invited_by').where(sql<boolean>`invited_by is not null`).execute()
  await index('mailbox', 'mailbox_hash').execute()
  await index('review', 'seat').where(sql<boolean>`credit = 'review'`).execute()
  await index('next', 'seat').where(sql<boolean>`confirmed_at is not null and invited_at is null`).execute()
  await index('unconfirmed', 'created_at').where(sql<boolean>`confirmed_at is null`).execute()
  await index('wave', 'wave').where(sql<boolean>`wave is not null`).execute()
}

/** What a position is computed from (waitlist_position.sql). */
async function createPositions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_advanced_seat')
    .addColumn('seat', 'bigint', primaryKey)
    .addColumn('key', 'bigint', required)
    .addColumn('friends', 'smallint', (column) => column.notNull().check(sql`friends between 1 and 5`))
    .modifyEnd(sql`with (fillfactor = 80)`)
    .execute()
  await db.schema
    .createIndex('waitlist_advanced_seat_key')
    .unique()
    .on('waitlist_advanced_seat')
    .columns(['key', 'seat'])
    .execute()

  await db.schema.createTable('waitlist_vacated_seat').addColumn('seat', 'bigint', primaryKey).execute()

  await db.schema
    .createTable('waitlist_position_delta')
    .addColumn('position', 'bigint', required)
    .addColumn('delta', 'smallint', required)
    .modifyEnd(sql`with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`)
    .execute()
  // the delta is included so that the sum below a position is an index-only scan
  await sql`
    create index waitlist_position_delta_position on waitlist_position_delta (position) include (delta)`.execute(db)

  await db.schema
    .createTable('waitlist_position_sum')
    .addColumn('level', 'smallint', required)
    .addColumn('node', 'bigint', required)
    .addColumn('total', 'bigint', required)
    .addPrimaryKeyConstraint('waitlist_position_sum_pkey', ['level', 'node'])
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute()

  await db.schema.createTable('waitlist_reconciliation').addColumn('seat', 'bigint', required).execute()
  await sql`insert into waitlist_reconciliation values (0)`.execute(db)
}

/** Credit for invited friends, and the networks that reveal one person behind several entries (docs/decisions/0038). */
async function createReferrals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist_credit')
    .addColumn('inviter_id', 'uuid', partOf('waitlist_signup'))
    .addColumn('mailbox_hash', 'text', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('network_hash', 'text')
    .addColumn('domain_hash', 'text')
    .addPrimaryKeyConstraint('waitlist_credit_pkey', ['inviter_id', 'mailbox_hash'])
    .execute()
  await db.schema
    .createIndex('waitlist_credit_network')
    .on('waitlist_credit')
    .column('created_at')
    .where(sql<boolean>`network_hash is not null`)
    .execute()

  await db.schema
    .createTable('waitlist_network')
    .addColumn('signup_id', 'uuid', onlyOneOf('waitlist_signup'))
    .addColumn('hash', 'text', required)
    .addColumn('expires_at', 'timestamptz', required)
    .addColumn('domain_hash', 'text')
    .execute()
  await db.schema.createIndex('waitlist_network_hash').on('waitlist_network').columns(['hash', 'expires_at']).execute()
  await db.schema.createIndex('waitlist_network_expires').on('waitlist_network').column('expires_at').execute()
}
