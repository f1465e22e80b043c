import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { Origin, Problem } from '../../schema.ts'

/** Where processes tell each other that replies grew (`text`), ended (`end`) or are to stop (`stop`), and that one began (`hello`). */
export const channel = 'chat'

/** Seconds after which a process that says nothing counts as gone. */
const silentSeconds = 8

/** For a statement whose loss in a crash of Postgres itself does no harm: it does not wait for the disk. */
const unhurried = sql`set_config('synchronous_commit', 'off', true)`

/** Says that a process lives. */
export async function beat(db: Db, processId: string): Promise<void> {
  await sql`insert into chat_process (id) values (${processId}) on conflict (id) do update set beat_at = now()`.execute(db)
}

/** Whether another process lives. */
export async function hasCompany(db: Db, processId: string): Promise<boolean> {
  const { rows } = await sql<{ company: boolean }>`
    select exists (
      select from chat_process where id <> ${processId} and beat_at > now() - make_interval(secs => ${silentSeconds})
    ) as company`.execute(db)
  return rows[0]?.company ?? true
}

/** Tells the other processes that there is one more. */
export async function greet(db: Db, processId: string): Promise<void> {
  await sql`select ${unhurried}, pg_notify(${channel}, ${`hello ${processId}`})`.execute(db)
}

export async function forgetProcess(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('chat_process').where('id', '=', processId).execute()
}

/** The replies that a process writes, as far as the database knows, and whether somebody wants them stopped. */
export function runsOf(db: Db, processId: string): Promise<{ id: string; stop: boolean }[]> {
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
export async function addChunks(db: Db, processId: string, chunks: readonly Chunk[]): Promise<Set<string>> {
  const [ids, starts, texts] = [chunks.map(({ id }) => id), chunks.map(({ start }) => start), chunks.map(({ text }) => text)]
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into chat_chunk (reply_id, start, text)
      select run.reply_id, piece.start, piece.text
      from unnest(${ids}::uuid[], ${starts}::integer[], ${texts}::text[]) as piece (id, start, text)
      join chat_run as run on run.reply_id = piece.id and run.process_id = ${processId}
      on conflict do nothing
    )
    select reply_id as id, ${unhurried} from chat_run where process_id = ${processId} and reply_id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Notifications take 8,000 bytes each. */
const idsAtMost = 200

/**
 * Tells the other processes of replies. A statement of its own: whoever notifies holds a lock that all who notify wait for, until its
 * commit is on the disk, and nobody who stores a reply shall wait for that.
 */
export async function tell(db: Db, kind: 'text' | 'end', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtMost) {
    const payload = [kind, ...ids.slice(from, from + idsAtMost)].join(' ')
    await sql`select ${unhurried}, pg_notify(${channel}, ${payload})`.execute(db)
  }
}

/** What replies that are being written have from an offset on; those that are missing are not being written any more. */
export async function grown(db: Db, asked: readonly { id: string; from: number }[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; text: string }>`
    select run.reply_id as id, coalesce(string_agg(piece.text, '' order by piece.start), '') as text
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ from }) => from)}::integer[]) as asked (id, start)
    join chat_run as run on run.reply_id = asked.id
    left join chat_chunk as piece on piece.reply_id = run.reply_id and piece.start >= asked.start
    group by run.reply_id`.execute(db)
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** How a reply ends. */
export interface Ending {
  content: string
  status: 'done' | 'stopped' | 'interrupted' | 'failed'
  origin: Origin | null
  problem: Problem | null
  sources: readonly { title: string; source: string }[]
  /** Questions that lead on. */
  next: readonly string[]
  tokens: number | null
}

/**
 * Ends a reply that this process writes: its text, its state, what it costs and how its conversation now begins, all or nothing, once.
 * `limit` is the plan's: replies that ended meanwhile do not make the month exceed it. False when the reply is not this process's any more.
 */
export async function endRun(
  db: Db,
  run: { id: string; processId: string; month: string; limit: number | null; last: string },
  ending: Ending,
): Promise<boolean> {
  const { rows } = await sql<object>`
    with talk as (
      -- first, as whoever asks does: the other way round the two would wait for each other
      select talk.id from chat_conversation as talk join chat_run as run on run.conversation_id = talk.id
      where run.reply_id = ${run.id} and run.process_id = ${run.processId}
      for no key update of talk
    ), run as (
      delete from chat_run using talk
      where reply_id = ${run.id} and process_id = ${run.processId} and conversation_id = talk.id
      returning reply_id, conversation_id, user_id
    ), message as (
      update chat_message set content = ${ending.content}, status = ${ending.status}, origin = ${ending.origin},
        problem = ${ending.problem}, sources = ${JSON.stringify(ending.sources)}, next_questions = ${ending.next}::text[], tokens = ${ending.tokens}
      from run where id = run.reply_id
    ), conversation as (
      update chat_conversation set last = case
          -- another version of its question is shown by now
          when ${run.last} = '' or exists (select from chat_message where id = run.reply_id and put_away_at is not null) then last
          else ${run.last} end, updated_at = now()
      from run where id = run.conversation_id
    ), spent as (
      insert into billing_usage (user_id, month, tokens)
      select user_id, ${run.month}::date, ${ending.tokens}::bigint from run where ${ending.tokens}::bigint > 0
      on conflict (user_id, month) do update set
        tokens = greatest(billing_usage.tokens, least(billing_usage.tokens + excluded.tokens, ${run.limit}::bigint))
    )
    select reply_id from run`.execute(db)
  return rows.length > 0
}

/** Ends the replies whose process is gone, with what it had stored of them. Answers how many. */
export async function endAbandoned(db: Db): Promise<number> {
  const { rows } = await sql<object>`
    with gone as (
      select run.reply_id, run.conversation_id, run.stop
      from chat_run as run join chat_conversation as talk on talk.id = run.conversation_id
      where not exists (
        select from chat_process as process
        where process.id = run.process_id and process.beat_at > now() - make_interval(secs => ${silentSeconds})
      )
      for no key update of talk skip locked
      for update of run skip locked
    ), texts as (
      select gone.*, coalesce((select string_agg(text, '' order by start) from chat_chunk where reply_id = gone.reply_id), '') as text,
        exists (select from chat_message where id = gone.reply_id and put_away_at is null) as is_shown
      from gone
    ), message as (
      update chat_message set content = texts.text, status = case when texts.stop then 'stopped' else 'interrupted' end
      from texts where id = texts.reply_id
    ), conversation as (
      update chat_conversation set last = case when texts.text = '' or not texts.is_shown then last else left(regexp_replace(texts.text, '\\[\\d{1,2}\\]', '', 'g'), 160) end
      from texts where id = texts.conversation_id
    ), ended as (
      delete from chat_run using texts where chat_run.reply_id = texts.reply_id returning chat_run.reply_id
    )
    select pg_notify(${channel}, 'end ' || reply_id) from ended`.execute(db)
  return rows.length
}

/** Asks whoever writes a reply to stop. False when nobody does. */
export async function askToStop(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<object>`
    with asked as (update chat_run set stop = true where reply_id = ${id} returning reply_id)
    select pg_notify(${channel}, 'stop ' || reply_id) from asked`.execute(db)
  return rows.length > 0
}

/** Leaves a reply to be ended as that of a process that is gone. */
export async function abandonRun(db: Db, id: string): Promise<void> {
  await sql`update chat_run set process_id = '00000000-0000-0000-0000-000000000000' where reply_id = ${id}`.execute(db)
}
