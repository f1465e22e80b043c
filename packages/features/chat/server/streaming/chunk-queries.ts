import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { asyncCommit } from './notification-queries.ts'

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
