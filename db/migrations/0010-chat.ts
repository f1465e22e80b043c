import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function chat_fold(text) returns text language sql immutable strict parallel safe as $$
      select translate(lower(normalize($1, NFC)), 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy')
    $$`.execute(db)

  await sql`
    create table chat_conversation (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      agent_id uuid not null references marketplace_agent on delete cascade,
      title text not null,
      last_seq integer not null default 0,
      last text not null default '',
      created_at timestamptz not null default now(),
      -- to the millisecond, which is all that a cursor carries
      updated_at timestamptz(3) not null default now(),
      removed_at timestamptz
    )`.execute(db)
  await sql`
    create index chat_conversation_of on chat_conversation (user_id, updated_at desc, id desc)
      where removed_at is null and last_seq > 0`.execute(db)
  await sql`
    create unique index chat_conversation_empty on chat_conversation (user_id, agent_id)
      where removed_at is null and last_seq = 0`.execute(db)
  await sql`create index chat_conversation_removed on chat_conversation (removed_at) where removed_at is not null`.execute(db)

  await sql`
    create table chat_message (
      id uuid primary key,
      conversation_id uuid not null references chat_conversation on delete cascade,
      seq integer not null,
      role text not null check (role in ('user', 'assistant')),
      content text not null default '',
      -- kept, because folding a long history for every search takes most of a second
      folded text not null generated always as (chat_fold(content)) stored,
      status text not null check (status in ('running', 'done', 'stopped', 'interrupted', 'failed')),
      origin text check (origin in ('model', 'offline', 'fallback')),
      problem text check (problem in ('empty', 'quota', 'other')),
      sources jsonb not null default '[]',
      tokens integer check (tokens >= 0),
      client_id uuid,
      question_id uuid references chat_message on delete cascade,
      created_at timestamptz not null default now(),
      put_away_at timestamptz,
      unique (conversation_id, seq),
      check (role = 'assistant' or (status = 'done' and client_id is not null))
    )`.execute(db)
  await sql`create index chat_message_shown on chat_message (conversation_id, seq desc) where put_away_at is null`.execute(db)
  await sql`
    create unique index chat_message_client on chat_message (conversation_id, client_id) where client_id is not null`.execute(db)
  await sql`create index chat_message_question on chat_message (question_id) where question_id is not null`.execute(db)
  await sql`create index chat_message_put_away on chat_message (put_away_at) where put_away_at is not null`.execute(db)

  await sql`
    create table chat_process (
      id uuid primary key,
      beat_at timestamptz not null default now()
    )`.execute(db)

  // its keys resolve races: one reply per conversation, written by one process
  await sql`
    create table chat_run (
      reply_id uuid primary key references chat_message on delete cascade,
      conversation_id uuid not null unique references chat_conversation on delete cascade,
      user_id uuid not null references auth_user on delete cascade,
      -- a person's replies take one each of a few places
      slot smallint not null,
      process_id uuid not null,
      stop boolean not null default false,
      started_at timestamptz not null default now(),
      unique (user_id, slot)
    )`.execute(db)
  await sql`create index chat_run_process on chat_run (process_id)`.execute(db)

  // deleted with the run, so that late writes of a process fail
  await sql`
    create table chat_chunk (
      reply_id uuid not null references chat_run on delete cascade,
      start integer not null check (start >= 0),
      text text not null,
      primary key (reply_id, start)
    )`.execute(db)

  await sql`
    create table billing_usage (
      user_id uuid not null references auth_user on delete cascade,
      month date not null,
      tokens bigint not null default 0 check (tokens >= 0),
      primary key (user_id, month)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table billing_usage`.execute(db)
  await sql`drop table chat_chunk, chat_run, chat_process, chat_message, chat_conversation`.execute(db)
  await sql`drop function chat_fold(text)`.execute(db)
}
