import { type Kysely, sql } from 'kysely'
import { createFunction } from '../functions.ts'
import {
  defaultEmpty,
  defaultFalse,
  defaultNow,
  defaultZero,
  onlyOneOf,
  partOf,
  primaryKey,
  required,
  texts,
  unique,
} from './columns.ts'

export async function createChat(db: Kysely<unknown>): Promise<void> {
  await createFunction(db, '0001-baseline/chat_fold')
  await createConversations(db)
  await createMessages(db)
  await createRuns(db)
  await createSpending(db)
}

async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_conversation')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    // without a cascade: deleting an agent would delete conversations, so agents that have some are hidden
    .addColumn('agent_id', 'uuid', (column) => column.notNull().references('marketplace_agent.id'))
    .addColumn('title', 'text', required)
    .addColumn('last_seq', 'integer', defaultZero)
    .addColumn('preview', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', 'timestamptz', defaultNow)
    // to the millisecond, which is all that a cursor carries
    .addColumn('updated_at', 'timestamptz(3)', defaultNow)
    .addColumn('removed_at', 'timestamptz')
    .addColumn('path', 'integer', defaultZero)
    .addColumn('help_declined_at', 'timestamptz')
    .execute()
  await db.schema
    .createIndex('chat_conversation_of')
    .on('chat_conversation')
    .columns(['user_id', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`removed_at is null and last_seq > 0`)
    .execute()
  await db.schema
    .createIndex('chat_conversation_empty')
    .unique()
    .on('chat_conversation')
    .columns(['user_id', 'agent_id'])
    .where(sql<boolean>`removed_at is null and last_seq = 0`)
    .execute()
  await db.schema
    .createIndex('chat_conversation_removed')
    .on('chat_conversation')
    .column('removed_at')
    .where(sql<boolean>`removed_at is not null`)
    .execute()

  await db.schema
    .createTable('chat_share')
    .addColumn('conversation_id', 'uuid', onlyOneOf('chat_conversation'))
    .addColumn('token_hash', 'text', unique)
    // the place of the last reply that the link shows
    .addColumn('last_seq', 'integer', required)
    .addColumn('shared_at', 'timestamptz', defaultNow)
    .addColumn('path', 'integer', defaultZero)
    .execute()
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_message')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('conversation_id', 'uuid', partOf('chat_conversation'))
    .addColumn('seq', 'integer', required)
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'assistant')`))
    .addColumn('content', 'text', (column) => column.notNull().defaultTo(''))
    // stored, because folding a long history for every search takes most of a second
    .addColumn('search_text', 'text', (column) => column.notNull().generatedAlwaysAs(sql`chat_fold(content)`).stored())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('running', 'done', 'stopped', 'interrupted', 'failed')`),
    )
    .addColumn('origin', 'text', (column) => column.check(sql`origin in ('model', 'offline', 'fallback', 'help')`))
    // resting: composed from notes, because no model endpoint was available
    .addColumn('problem', 'text', (column) => column.check(sql`problem in ('empty', 'quota', 'other', 'resting')`))
    .addColumn('sources', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
    .addColumn('tokens', 'integer', (column) => column.check(sql`tokens >= 0`))
    .addColumn('client_id', 'uuid')
    .addColumn('question_id', 'uuid', (column) => column.references('chat_message.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('hidden_at', 'timestamptz')
    .addColumn('next_questions', texts, defaultEmpty)
    // the first version's id, in every version; no reference, because it names a group
    .addColumn('version_of', 'uuid')
    .addColumn('hidden_with', 'uuid', (column) => column.references('chat_message.id').onDelete('cascade'))
    .addColumn('on_path_since', 'integer', defaultZero)
    .addColumn('provenance', 'text')
    // the kind of distress that a reply is about, or `over` for the help that ends the state
    .addColumn('help', 'text', (column) =>
      column.check(sql`help in ('danger', 'child', 'sexual', 'violence', 'suicide', 'eating', 'over')`),
    )
    .addUniqueConstraint('chat_message_conversation_id_seq_key', ['conversation_id', 'seq'])
    .addCheckConstraint('chat_message_check', sql`role = 'assistant' or (status = 'done' and client_id is not null)`)
    .addCheckConstraint('chat_message_check1', sql`version_of is null or role = 'user'`)
    .addCheckConstraint('chat_message_check2', sql`hidden_with is null or hidden_at is not null`)
    .execute()
  await createMessageIndexes(db)

  await db.schema
    .createTable('chat_feedback')
    .addColumn('reply_id', 'uuid', onlyOneOf('chat_message'))
    .addColumn('vote', 'text', (column) => column.notNull().check(sql`vote in ('up', 'down')`))
    .addColumn('reason', 'text', (column) => column.check(sql`char_length(reason) between 1 and 500`))
    .addColumn('rated_at', 'timestamptz', defaultNow)
    .addCheckConstraint('chat_feedback_check', sql`vote = 'down' or reason is null`)
    .execute()

  // derived from the replies: unlogged, because a crash and a standby may lose it, and left out of backups (backup/catalog.ts)
  await db.schema
    .createTable('chat_reply_html')
    .modifyFront(sql`unlogged`)
    .addColumn('reply_id', 'uuid', onlyOneOf('chat_message'))
    .addColumn('renderer', 'integer', required)
    .addColumn('html', 'text')
    .execute()
  await sql`comment on table chat_reply_html is 'derived'`.execute(db)
}

async function createMessageIndexes(db: Kysely<unknown>): Promise<void> {
  const index = (name: string) => db.schema.createIndex(`chat_message_${name}`).on('chat_message')
  await index('shown').columns(['conversation_id', 'seq desc']).where(sql<boolean>`hidden_at is null`).execute()
  await index('client').unique().columns(['conversation_id', 'client_id']).where(sql<boolean>`client_id is not null`).execute()
  await index('question').column('question_id').where(sql<boolean>`question_id is not null`).execute()
  await index('replaced').column('hidden_at').where(sql<boolean>`hidden_at is not null and hidden_with is null`).execute()
  await index('hidden_with').column('hidden_with').where(sql<boolean>`hidden_with is not null`).execute()
  await index('version').column('version_of').where(sql<boolean>`version_of is not null`).execute()
  // finds the replies of servers that died before signing, without reading the table
  await index('unsigned')
    .column('id')
    .where(
      sql<boolean>`role = 'assistant' and provenance is null and status <> 'running' and content <> ''
        and origin is distinct from 'help' and origin is distinct from 'fallback'`,
    )
    .execute()
}

/** Replies in progress. The keys of `chat_run` resolve races: one reply per conversation, written by one process. */
async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_process')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('heartbeat_at', 'timestamptz', defaultNow)
    .execute()

  await db.schema
    .createTable('chat_run')
    .addColumn('reply_id', 'uuid', onlyOneOf('chat_message'))
    .addColumn('conversation_id', 'uuid', (column) => partOf('chat_conversation')(column).unique())
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    // a member's replies take one each of a few places
    .addColumn('slot', 'smallint', required)
    .addColumn('process_id', 'uuid', required)
    .addColumn('stop_requested', 'boolean', defaultFalse)
    .addColumn('started_at', 'timestamptz', defaultNow)
    .addColumn('reserved_tokens', 'bigint', (column) => defaultZero(column).check(sql`reserved_tokens >= 0`))
    .addUniqueConstraint('chat_run_user_id_slot_key', ['user_id', 'slot'])
    .execute()
  await db.schema.createIndex('chat_run_process').on('chat_run').column('process_id').execute()

  // deleted with the run, so that late writes of a process fail
  await db.schema
    .createTable('chat_chunk')
    .addColumn('reply_id', 'uuid', partOf('chat_run', 'reply_id'))
    .addColumn('start', 'integer', (column) => column.notNull().check(sql`start >= 0`))
    .addColumn('text', 'text', required)
    .addPrimaryKeyConstraint('chat_chunk_pkey', ['reply_id', 'start'])
    .execute()
}

/**
 * Tokens of all models per day (UTC), for AI_DAILY_TOKENS, and the part that visitors spent. A day's totals include its reservations;
 * a reservation says what to give back when the model call ends, or when it expires because its server died (docs/decisions/0052).
 */
async function createSpending(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_spending')
    .addColumn('day', 'date', primaryKey)
    .addColumn('tokens', 'bigint', (column) => column.notNull().check(sql`tokens >= 0`))
    .addColumn('visitor_tokens', 'bigint', (column) => defaultZero(column).check(sql`visitor_tokens >= 0`))
    .execute()

  await db.schema
    .createTable('chat_token_reservation')
    .addColumn('id', 'uuid', primaryKey)
    .addColumn('day', 'date', required)
    .addColumn('tokens', 'bigint', (column) => column.notNull().check(sql`tokens >= 0`))
    .addColumn('visitor_tokens', 'bigint', (column) => column.notNull().check(sql`visitor_tokens >= 0`))
    .addColumn('expires_at', 'timestamptz', required)
    .execute()
  await db.schema.createIndex('chat_token_reservation_expires_at').on('chat_token_reservation').column('expires_at').execute()
}
