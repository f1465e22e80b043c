import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { EMBEDDED_USERS_LOCK, LOCK_SPACE } from '../advisory-locks.ts'
import { errorCode } from '../errors.ts'

/** pg has had these for years; its types lack them. */
export type Session = Client & { ref: () => void; unref: () => void }

const DATABASE = 'duo'
const LOCK = [LOCK_SPACE, EMBEDDED_USERS_LOCK]
const OTHER_CLIENTS_TIMEOUT_MS = 1_000

/** sslmode is said because a PGSSLMODE in the environment, meant for another server, would otherwise apply. */
export function embeddedUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/**
 * Opens the connection by which a process shows that it uses the server: it holds a lock, shared among all users, until it is closed.
 * It does not keep Node running. Creates the database when it is missing.
 */
export async function openSession(port: number, password: string, onLost: (error: Error) => void): Promise<Session> {
  const open = () => openClient(embeddedUrl(port, password), onLost)
  const client = await open().catch(async (error: unknown) => {
    if (errorCode(error) !== '3D000') throw error // invalid_catalog_name
    await createDatabase(embeddedUrl(port, password, 'postgres'))
    return open()
  })
  // Waits while somebody makes up their mind to stop the server; if they do, this fails like every lost connection.
  await client.query('select pg_advisory_lock_shared($1, $2)', LOCK)
  client.unref()
  return client
}

/** Whether nobody else uses the server. If so, the session now holds the lock alone, and keeps newcomers waiting until it closes. */
export async function isLastClient(session: Session): Promise<boolean> {
  await session.query('select pg_advisory_unlock_shared($1, $2)', LOCK)
  const { rows } = await session.query<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', LOCK)
  return rows[0]?.alone === true && (await waitForOtherClients(session))
}

/** Somebody with psql holds no lock but counts too. The connections of a pool that was just closed take a moment to go. */
async function waitForOtherClients(session: Session): Promise<boolean> {
  const deadline = Date.now() + OTHER_CLIENTS_TIMEOUT_MS
  while (await hasOtherClients(session)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

async function hasOtherClients(session: Session): Promise<boolean> {
  const { rows } = await session.query(
    `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  return rows.length > 0
}

async function openClient(url: string, onLost: (error: Error) => void): Promise<Session> {
  const client = new Client({
    connectionString: url,
    application_name: 'duo-embedded',
    connectionTimeoutMillis: 3_000,
  }) as Session
  client.on('error', onLost)
  await client.connect()
  return client
}

async function createDatabase(url: string): Promise<void> {
  const client = await openClient(url, () => {})
  try {
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // duplicate_database, or unique_violation when both created it at the same instant
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  } finally {
    await client.end()
  }
}
