import type { Db } from '@duo/db/index.ts'
import { purge } from '@duo/platform/server/purge.ts'
import { sql } from 'kysely'
import { removedDays } from '../../rules.ts'

/** Small, because each conversation cascades to many rows. */
export const batchSize = 500

/** Deletes conversations past their retention, one batch at a time. Returns how many. */
export const purgeDeletedConversations = (db: Db) =>
  purge(db, 'chat_conversation', {
    where: sql`removed_at < now() - make_interval(days => ${removedDays})`,
    limit: batchSize,
  })

/** Deletes by seq, so that a question takes its replies with it (cascade): without a reply it could not be retried. */
export async function purgeReplacedMessages(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_message where id in (
      select id from chat_message where hidden_at < now() - make_interval(days => ${removedDays}) and hidden_with is null
      order by hidden_at, conversation_id, seq limit ${batchSize}
    )`.execute(db)
  return Number(numAffectedRows)
}

export async function purgeDeadProcesses(db: Db): Promise<void> {
  await sql`delete from chat_process where heartbeat_at < now() - interval '1 day'`.execute(db)
}
