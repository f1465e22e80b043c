import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { askerDays, reportDays } from '../../agent-rules.ts'

export interface AskerKey {
  /** The draft. */
  agentId: string
  /** Code of the account, or of the network without one. */
  asker: string
  /** Code of the network. */
  network: string
}

/** Counts a question. */
export const countQuestion = (db: Db, { agentId, asker, network }: AskerKey) =>
  sql`
    insert into studio_asker (agent_id, asker, network, questions) values (${agentId}, ${asker}, ${network}, 1)
    on conflict (agent_id, asker) do update set
      questions = studio_asker.questions + 1, network = excluded.network, last_at = now()`.execute(db)

/**
 * Returns whether the creator has blocked the asker. A blocked account that signs out is still blocked: its network is refused without an
 * account. Others of that network can sign in.
 */
export async function isBlocked(db: Db, { agentId, asker, network }: AskerKey): Promise<boolean> {
  const row = await db
    .selectFrom('studio_asker')
    .where('agent_id', '=', agentId)
    .where(asker === network ? 'network' : 'asker', '=', asker)
    .where('blocked_at', 'is not', null)
    .select('asker')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks an asker's row, and returns the passages whose text was shown today. */
export async function lockShown(db: Db, { agentId, asker, network }: AskerKey): Promise<string[]> {
  const { rows } = await sql<{ shown: string[] }>`
    insert into studio_asker (agent_id, asker, network) values (${agentId}, ${asker}, ${network})
    on conflict (agent_id, asker) do update set
      shown = case when studio_asker.day = current_date then studio_asker.shown else '{}' end, day = current_date
    returning shown`.execute(db)
  return rows[0]?.shown ?? []
}

export const saveShown = (db: Db, { agentId, asker }: AskerKey, shown: readonly string[]) =>
  db
    .updateTable('studio_asker')
    .set({ shown: [...shown] })
    .where('agent_id', '=', agentId)
    .where('asker', '=', asker)
    .execute()

/** The latest first. */
export const listAskers = (db: Db, agentId: string, limit: number) =>
  db
    .selectFrom('studio_asker')
    .where('agent_id', '=', agentId)
    .where((eb) => eb.or([eb('questions', '>', 0), eb('blocked_at', 'is not', null)]))
    .select(['asker', 'questions', 'last_at as lastAt', 'blocked_at as blockedAt'])
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()

export const blockAsker = (db: Db, { agentId, asker }: Omit<AskerKey, 'network'>, blocked: boolean) =>
  db
    .updateTable('studio_asker')
    .set({ blocked_at: blocked ? sql<Date>`coalesce(blocked_at, now())` : null })
    .where('agent_id', '=', agentId)
    .where('asker', '=', asker)
    .returning('asker')
    .executeTakeFirst()

/** Deletes askers who are not blocked some days after their last question. Returns how many. */
export async function deleteOldAskers(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('studio_asker')
    .where('blocked_at', 'is', null)
    .where('last_at', '<', sql<Date>`now() - make_interval(days => ${askerDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const insertReport = (db: Db, row: Insertable<Database['studio_report']>) =>
  db.insertInto('studio_report').values(row).execute()

/** The newest first. */
export const listReports = (db: Db, agentId: string, limit: number) =>
  db
    .selectFrom('studio_report')
    .where('agent_id', '=', agentId)
    .select(['id', 'reason', 'question', 'reply', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** Deletes reports some days after they came. Returns how many. */
export async function deleteOldReports(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('studio_report')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${reportDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
