import type { Db } from '@duo/db/index.ts'
import { type Expression, sql } from 'kysely'
import { messagePreview, withoutCitations } from '../../rules.ts'
import type { ReplyFailure, ReplyOrigin, Source } from '../../schema.ts'
import { isOrphaned } from './heartbeat-queries.ts'
import { channel } from './notification-queries.ts'

export function listRuns(db: Db, processId: string): Promise<{ id: string; stop: boolean }[]> {
  return db
    .selectFrom('chat_run')
    .where('process_id', '=', processId)
    .select(['reply_id as id', 'stop_requested as stop'])
    .execute()
}

export interface ReplyResult {
  content: string
  status: 'done' | 'stopped' | 'interrupted' | 'failed'
  origin: ReplyOrigin | null
  problem: ReplyFailure | null
  sources: readonly Source[]
  next: readonly string[]
  tokens: number | null
}

/** Finalizes a reply and its charge atomically, once. Returns false if another process took it over. */
export async function finalizeRun(
  db: Db,
  run: { id: string; processId: string; month: string; limit: number | null; preview: string; provenance: string | null },
  result: ReplyResult,
): Promise<boolean> {
  const { rows } = await sql<object>`
    with conversation as (
      -- lock the conversation first, in the same order as a new question, to avoid a deadlock
      select conversation.id from chat_conversation as conversation join chat_run as run on run.conversation_id = conversation.id
      where run.reply_id = ${run.id} and run.process_id = ${run.processId}
      for no key update of conversation
    ), run as (
      delete from chat_run using conversation
      where reply_id = ${run.id} and process_id = ${run.processId} and conversation_id = conversation.id
      returning reply_id, conversation_id, user_id
    ), message as (
      update chat_message set content = ${result.content}, status = ${result.status}, origin = ${result.origin},
        problem = ${result.problem}, provenance = ${run.provenance}, sources = ${JSON.stringify(result.sources)}, next_questions = ${result.next}::text[], tokens = ${result.tokens}
      from run where id = run.reply_id
    ), updated_conversation as (
      update chat_conversation set preview = case
          -- keep the preview if this reply has been hidden
          when ${run.preview} = '' or exists (select from chat_message where id = run.reply_id and hidden_at is not null) then preview
          else ${run.preview} end, updated_at = now()
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
  const orphanedRuns = await listOrphanedRuns(db)
  if (orphanedRuns.length === 0) return 0
  const ids = orphanedRuns.map(({ id }) => id)
  const previews = orphanedRuns.map(({ text }) => messagePreview(withoutCitations(text)))
  const { rows } = await sql<object>`
    with gone as (
      select run.reply_id, run.conversation_id, run.stop_requested, listed.preview
      from unnest(${ids}::uuid[], ${previews}::text[]) as listed (id, preview)
      join chat_run as run on run.reply_id = listed.id
      join chat_conversation as conversation on conversation.id = run.conversation_id
      where ${isOrphaned(sql.ref('run.process_id'))}
      for no key update of conversation skip locked
      for update of run skip locked
    ), texts as (
      select gone.*, ${storedText(sql.ref('gone.reply_id'))} as text,
        exists (select from chat_message where id = gone.reply_id and hidden_at is null) as is_shown
      from gone
    ), message as (
      update chat_message set content = texts.text, status = case when texts.stop_requested then 'stopped' else 'interrupted' end
      from texts where id = texts.reply_id
    ), updated_conversation as (
      update chat_conversation set preview = case when texts.preview = '' or not texts.is_shown then chat_conversation.preview else texts.preview end
      from texts where id = texts.conversation_id
    ), ended as (
      delete from chat_run using texts where chat_run.reply_id = texts.reply_id returning chat_run.reply_id
    )
    select pg_notify(${channel}, 'finished ' || reply_id) from ended`.execute(db)
  return rows.length
}

const storedText = (replyId: Expression<string>) => sql<string>`
  coalesce((select string_agg(text, '' order by start) from chat_chunk where reply_id = ${replyId}), '')`

async function listOrphanedRuns(db: Db): Promise<{ id: string; text: string }[]> {
  const { rows } = await sql<{ id: string; text: string }>`
    select run.reply_id as id, ${storedText(sql.ref('run.reply_id'))} as text
    from chat_run as run where ${isOrphaned(sql.ref('run.process_id'))}`.execute(db)
  return rows
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
