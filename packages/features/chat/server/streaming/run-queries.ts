import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { ReplyFailure, ReplyOrigin } from '../../schema.ts'

/** NOTIFY channel: replies grew (`text`), ended (`finished`) or must stop (`stop`), and a process began (`process_started`). */
export const channel = 'chat'

const heartbeatTimeoutSeconds = 8

/** Skips the wait for the disk, for data that may be lost if Postgres crashes. */
const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`

export async function upsertHeartbeat(db: Db, processId: string): Promise<void> {
  await sql`insert into chat_process (id) values (${processId}) on conflict (id) do update set heartbeat_at = now()`.execute(db)
}

export async function hasLivePeers(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql<{ hasPeers: boolean }>`
    select exists (
      select from chat_process where id <> ${processId} and heartbeat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})
    ) as "hasPeers"`.execute(db)
  return rows[0]?.hasPeers ?? true
}

export async function notifyProcessStarted(db: Db, processId: string): Promise<void> {
  await sql`select ${asyncCommit}, pg_notify(${channel}, ${`process_started ${processId}`})`.execute(db)
}

export async function deleteProcess(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('chat_process').where('id', '=', processId).execute()
}

export function listRuns(db: Db, processId: string): Promise<{ id: string; stop: boolean }[]> {
  return db
    .selectFrom('chat_run')
    .where('process_id', '=', processId)
    .select(['reply_id as id', 'stop_requested as stop'])
    .execute()
}

export interface Chunk {
  id: string
  start: number
  text: string
}

/** Idempotent. Returns the replies that this process still owns; chunks of others are not stored. */
export async function insertChunks(db: Db, processId: string, chunks: readonly Chunk[]): Promise<Set<string>> {
  const [ids, starts, texts] = [chunks.map(({ id }) => id), chunks.map(({ start }) => start), chunks.map(({ text }) => text)]
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into chat_chunk (reply_id, start, text)
      select run.reply_id, piece.start, piece.text
      from unnest(${ids}::uuid[], ${starts}::integer[], ${texts}::text[]) as piece (id, start, text)
      join chat_run as run on run.reply_id = piece.id and run.process_id = ${processId}
      on conflict do nothing
    )
    select reply_id as id, ${asyncCommit} from chat_run where process_id = ${processId} and reply_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A NOTIFY payload is limited to 8,000 bytes. */
const maxIdsPerNotification = 200

/** A separate statement, because NOTIFY takes a global lock until commit and no write of a reply should wait for it. */
export async function notifyReplies(db: Db, kind: 'text' | 'finished', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIdsPerNotification) {
    const payload = [kind, ...ids.slice(from, from + maxIdsPerNotification)].join(' ')
    await sql`select ${asyncCommit}, pg_notify(${channel}, ${payload})`.execute(db)
  }
}

/** Returns the text of running replies from an offset. Finished replies are missing from the map. */
export async function readChunksSince(db: Db, replies: readonly { id: string; from: number }[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select run.reply_id as id, coalesce(string_agg(piece.text, '' order by piece.start), '') as text
    from unnest(${replies.map(({ id }) => id)}::uuid[], ${replies.map(({ from }) => from)}::integer[]) as reader (id, start)
    join chat_run as run on run.reply_id = reader.id
    left join chat_chunk as piece on piece.reply_id = run.reply_id and piece.start >= reader.start
    group by run.reply_id`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export interface ReplyResult {
  content: string
  status: 'done' | 'stopped' | 'interrupted' | 'failed'
  origin: ReplyOrigin | null
  problem: ReplyFailure | null
  sources: readonly { title: string; source: string }[]
  next: readonly string[]
  tokens: number | null
}

/** Finalizes a reply and its charge atomically, once. Returns false if another process took it over. */
export async function finalizeRun(
  db: Db,
  run: { id: string; processId: string; month: string; limit: number | null; last: string },
  result: ReplyResult,
): Promise<boolean> {
  const { rows } = await sql<object>`
    with conversation as (
      -- first, as whoever asks does: the other way round the two would wait for each other
      select conversation.id from chat_conversation as conversation join chat_run as run on run.conversation_id = conversation.id
      where run.reply_id = ${run.id} and run.process_id = ${run.processId}
      for no key update of conversation
    ), run as (
      delete from chat_run using conversation
      where reply_id = ${run.id} and process_id = ${run.processId} and conversation_id = conversation.id
      returning reply_id, conversation_id, user_id
    ), message as (
      update chat_message set content = ${result.content}, status = ${result.status}, origin = ${result.origin},
        problem = ${result.problem}, sources = ${JSON.stringify(result.sources)}, next_questions = ${result.next}::text[], tokens = ${result.tokens}
      from run where id = run.reply_id
    ), updated_conversation as (
      update chat_conversation set preview = case
          -- another version of its question is shown by now
          when ${run.last} = '' or exists (select from chat_message where id = run.reply_id and hidden_at is not null) then preview
          else ${run.last} end, updated_at = now()
      from run where id = run.conversation_id
    ), spent as (
      insert into billing_usage (user_id, month, tokens)
      select user_id, ${run.month}::date, ${result.tokens}::bigint from run where ${result.tokens}::bigint > 0
      on conflict (user_id, month) do update set
        tokens = greatest(billing_usage.tokens, least(billing_usage.tokens + excluded.tokens, ${run.limit}::bigint))
    )
    select reply_id from run`.execute(db)
  return rows.length > 0
}

/** Finalizes the replies of dead processes with the text stored so far. Returns how many. */
export async function finalizeOrphanedRuns(db: Db): Promise<number> {
  const { rows } = await sql<object>`
    with gone as (
      select run.reply_id, run.conversation_id, run.stop_requested
      from chat_run as run join chat_conversation as conversation on conversation.id = run.conversation_id
      where not exists (
        select from chat_process as process
        where process.id = run.process_id and process.heartbeat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})
      )
      for no key update of conversation skip locked
      for update of run skip locked
    ), texts as (
      select gone.*, coalesce((select string_agg(text, '' order by start) from chat_chunk where reply_id = gone.reply_id), '') as text,
        exists (select from chat_message where id = gone.reply_id and hidden_at is null) as is_shown
      from gone
    ), message as (
      update chat_message set content = texts.text, status = case when texts.stop_requested then 'stopped' else 'interrupted' end
      from texts where id = texts.reply_id
    ), updated_conversation as (
      update chat_conversation set preview = case when texts.text = '' or not texts.is_shown then preview else left(regexp_replace(texts.text, '\\[\\d{1,2}\\]', '', 'g'), 160) end
      from texts where id = texts.conversation_id
    ), ended as (
      delete from chat_run using texts where chat_run.reply_id = texts.reply_id returning chat_run.reply_id
    )
    select pg_notify(${channel}, 'finished ' || reply_id) from ended`.execute(db)
  return rows.length
}

/** Asks the process that generates the reply to stop. Returns false if it is not running. */
export async function requestStop(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<object>`
    with stopped as (update chat_run set stop_requested = true where reply_id = ${id} returning reply_id)
    select pg_notify(${channel}, 'stop ' || reply_id) from stopped`.execute(db)
  return rows.length > 0
}

/** Disowns a run, so that the next heartbeat finalizes it. */
export async function releaseRun(db: Db, id: string): Promise<void> {
  await sql`update chat_run set process_id = '00000000-0000-0000-0000-000000000000' where reply_id = ${id}`.execute(db)
}
