import type { Db } from '@duo/db/index.ts'
import { type Expression, type SqlBool, sql } from 'kysely'

export const heartbeatTimeoutSeconds = 8

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

/** Matches runs of processes that sent no heartbeat for a while, or never. */
export const isOrphaned = (processId: Expression<string>) => sql<SqlBool>`not exists (
  select from chat_process as process
  where process.id = ${processId} and process.heartbeat_at > now() - make_interval(secs => ${heartbeatTimeoutSeconds})
)`

export async function deleteProcess(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('chat_process').where('id', '=', processId).execute()
}
