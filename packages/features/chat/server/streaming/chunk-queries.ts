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

type Piece = Omit<Chunk, 'id'>

/**
 * Returns the text of running replies from an offset. Finished replies are missing from the map. Chunks are committed without waiting for a
 * standby, so a failover can lose one: the text ends before the gap, and the finished reply fills it.
 */
export async function readChunksSince(db: Db, replies: readonly { id: string; from: number }[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; from: number; pieces: Piece[] | null }>`
    select run.reply_id as id, reader.start as "from",
      json_agg(json_build_object('start', piece.start, 'text', piece.text) order by piece.start)
        filter (where piece.start is not null) as pieces
    from unnest(${replies.map(({ id }) => id)}::uuid[], ${replies.map(({ from }) => from)}::integer[]) as reader (id, start)
    join chat_run as run on run.reply_id = reader.id
    left join chat_chunk as piece on piece.reply_id = run.reply_id and piece.start >= reader.start
    group by run.reply_id, reader.start`.execute(db)
  return new Map(rows.map(({ id, from, pieces }) => [id, withoutGap(from, pieces ?? [])]))
}

function withoutGap(from: number, pieces: readonly Piece[]): string {
  let text = ''
  for (const piece of pieces) {
    if (piece.start !== from + text.length) break
    text += piece.text
  }
  return text
}
