import { findEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { Client } from 'pg'
import { withClient } from './connection/with-client.ts'
import { databaseError } from './errors.ts'

/** Key 1 is the launcher's (embedded-postgres/session.ts). */
const LOCK = [6_583_663, 2]

export type ServerLock = { release: () => Promise<void> }

export type LockOptions = {
  pid: number
  port: number
  /** Called when the lock's connection breaks: from then on, another server could start. */
  onLost?: (error: Error) => void
}

/** Locks a database until this process ends, even by `kill -9`. Throws `DATABASE_CLAIMED` with the holder's port. */
export async function acquireServerLock(url: string, { pid, port, onLost = () => {} }: LockOptions): Promise<ServerLock> {
  const client = new Client({
    connectionString: url,
    application_name: `duo-server pid ${pid} port ${port}`,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', onLost)
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as mine', LOCK)
    if (!rows[0].mine) throw databaseError('DATABASE_CLAIMED', await describeHolder(client))
  } catch (error) {
    await client.end()
    throw error
  }
  return { release: () => client.end() }
}

/** Returns the server that uses a data folder, as `process 111 on port 3000`. Null if there is none or it cannot be queried. */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const url = findEmbedded(dataDir)
  if (url === null) return null
  return await withClient(url, 'duo-who', holder).catch(() => null)
}

async function describeHolder(client: Client): Promise<string> {
  const holderName = (await holder(client)) ?? 'it is just stopping, try again'
  return `another Duo server already uses this database (${holderName}); stop it, or give this one its own DATA_DIR`
}

async function holder(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.objsubid = 2 and l.granted
        and l.database = (select oid from pg_database where datname = current_database())`,
    LOCK,
  )
  const [, pid, port] = /pid (\d+) port (\d+)/.exec(rows[0]?.application_name ?? '') ?? []
  return pid ? `process ${pid} on port ${port}` : null
}
