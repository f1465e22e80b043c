import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { ReplyFailure, ReplyOrigin } from '../../schema.ts'

/** Where processes tell each other that replies grew (`text`), ended (`finished`) or are to stop (`stop`), and that one began (`process_started`). */
export const channel = 'chat'

/** Seconds after which a process that says nothing counts as gone. */
const heartbeatTimeoutSeconds = 8

/** For a statement whose loss in a crash of Postgres itself does no harm: it does not wait for the disk. */
const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`

/** Says that a process lives. */
export async function upsertHeartbeat(db: Db, processId: string): Promise<void> {
  await sql`insert into chat_process (id) values (${processId}) on conflict (id) do update set beat_at = now()`.execute(db)
}

/** Whether another process lives. */
export async function hasLivePeers(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql<{ hasPeers: boolean }>`
    select exists (
      select from chat_process where id <> ${processId} and beat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})
    ) as "hasPeers"`.execute(db)
  return rows[0]?.hasPeers ?? true
}

/** Tells the other processes that there is one more. */
export async function notifyProcessStarted(db: Db, processId: string): Promise<void> {
  await sql`select ${asyncCommit}, pg_notify(${channel}, ${`process_started ${processId}`})`.execute(db)
}

export async function deleteProcess(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('chat_process').where('id', '=', processId).execute()
}

/** The replies that a process writes, as far as the database knows, and whether somebody wants them stopped. */
export function listRuns(db: Db, processId: string): Promise<{ id: string; stop: boolean }[]> {
  return db.selectFrom('chat_run').where('process_id', '=', processId).select(['reply_id as id', 'stop']).execute()
}

export interface Chunk {
  id: string
  start: number
  text: string
}

/**
 * Stores pieces of several replies in one statement; a piece that is there already is the same one. Answers the replies that this process
 * still writes: the pieces of others are not stored.
 */
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

/** Notifications take 8,000 bytes each. */
const maxIdsPerNotification = 200

/**
 * Tells the other processes of replies. A statement of its own: whoever notifies holds a lock that all who notify wait for, until its
 * commit is on the disk, and nobody who stores a reply shall wait for that.
 */
export async function notifyReplies(db: Db, kind: 'text' | 'finished', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIdsPerNotification) {
    const payload = [kind, ...ids.slice(from, from + maxIdsPerNotification)].join(' ')
    await sql`select ${asyncCommit}, pg_notify(${channel}, ${payload})`.execute(db)
  }
}

/** What replies that are being written have from an offset on; those that are missing are not being written any more. */
export async function readChunksSince(db: Db, replies: readonly { id: string; from: number }[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select run.reply_id as id, coalesce(string_agg(piece.text, '' order by piece.start), '') as text
    from unnest(${replies.map(({ id }) => id)}::uuid[], ${replies.map(({ from }) => from)}::integer[]) as reader (id, start)
    join chat_run as run on run.reply_id = reader.id
    left join chat_chunk as piece on piece.reply_id = run.reply_id and piece.start >= reader.start
    group by run.reply_id`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** How a reply ends. */
export interface ReplyResult {
  content: string
  status: 'done' | 'stopped' | 'interrupted' | 'failed'
  origin: ReplyOrigin | null
  problem: ReplyFailure | null
  sources: readonly { title: string; source: string }[]
  /** Questions that lead on. */
  next: readonly string[]
  tokens: number | null
}

/**
 * Ends a reply that this process writes: its text, its state, what it costs and how its conversation now begins, all or nothing, once.
 * `limit` is the plan's: replies that ended meanwhile do not make the month exceed it. False when the reply is not this process's any more.
 */
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
      update chat_conversation set last = case
          -- another version of its question is shown by now
          when ${run.last} = '' or exists (select from chat_message where id = run.reply_id and put_away_at is not null) then last
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

/** Ends the replies whose process is gone, with what it had stored of them. Answers how many. */
export async function finalizeOrphanedRuns(db: Db): Promise<number> {
  const { rows } = await sql<object>`
    with gone as (
      select run.reply_id, run.conversation_id, run.stop
      from chat_run as run join chat_conversation as conversation on conversation.id = run.conversation_id
      where not exists (
        select from chat_process as process
        where process.id = run.process_id and process.beat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})
      )
      for no key update of conversation skip locked
      for update of run skip locked
    ), texts as (
      select gone.*, coalesce((select string_agg(text, '' order by start) from chat_chunk where reply_id = gone.reply_id), '') as text,
        exists (select from chat_message where id = gone.reply_id and put_away_at is null) as is_shown
      from gone
    ), message as (
      update chat_message set content = texts.text, status = case when texts.stop then 'stopped' else 'interrupted' end
      from texts where id = texts.reply_id
    ), updated_conversation as (
      update chat_conversation set last = case when texts.text = '' or not texts.is_shown then last else left(regexp_replace(texts.text, '\\[\\d{1,2}\\]', '', 'g'), 160) end
      from texts where id = texts.conversation_id
    ), ended as (
      delete from chat_run using texts where chat_run.reply_id = texts.reply_id returning chat_run.reply_id
    )
    select pg_notify(${channel}, 'finished ' || reply_id) from ended`.execute(db)
  return rows.length
}

/** Asks whoever writes a reply to stop. False when nobody does. */
export async function requestStop(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<object>`
    with stopped as (update chat_run set stop = true where reply_id = ${id} returning reply_id)
    select pg_notify(${channel}, 'stop ' || reply_id) from stopped`.execute(db)
  return rows.length > 0
}

/** Leaves a reply to be ended as that of a process that is gone. */
export async function releaseRun(db: Db, id: string): Promise<void> {
  await sql`update chat_run set process_id = '00000000-0000-0000-0000-000000000000' where reply_id = ${id}`.execute(db)
}
