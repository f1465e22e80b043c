import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCode } from './errors.ts'

/** pg's types lack ref and unref. */
export type Session = Client & { ref: () => void; unref: () => void }

const DATABASE = 'duo'
/** Every user of the server holds it in shared mode; the exclusive holder may stop the server. Key 2 is that of db/server-lock.ts. */
const LOCK = [6_583_663, 1]
const LOCK_TIMEOUT_MS = 400
const OTHER_CLIENTS_TIMEOUT_MS = 1_000

/** sslmode is explicit, because PGSSLMODE in the environment may be meant for another server. */
export function embeddedUrl(port: number, password: string, database = DATABASE): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Opens the connection that marks this process as a user, by a shared lock. Creates the database if missing. */
export async function openSession(port: number, password: string, onLost: (error: Error) => void): Promise<Session> {
  const open = () => openClient(embeddedUrl(port, password), onLost)
  const client = await open().catch(async (error: unknown) => {
    if (errorCode(error) !== '3D000') throw error
    await createDatabase(embeddedUrl(port, password, 'postgres'))
    return open()
  })
  // blocks while another process decides whether to stop the server; if it does, this fails like any lost connection
  await client.query('select pg_advisory_lock_shared($1, $2)', LOCK)
  client.unref()
  return client
}

/**
 * Whether no one else is connected. If so, the session's exclusive lock blocks new users until it closes. Waits, because
 * connections of a closed pool or a killed process take a moment to end. Of two that release at the same time, one gives up
 * its wait for the lock long before the other gives up its wait for connections.
 */
export async function isLastClient(session: Session): Promise<boolean> {
  await session.query('select pg_advisory_unlock_shared($1, $2)', LOCK)
  const isTaken = await waitUntil(() => takeLock(session), LOCK_TIMEOUT_MS)
  return isTaken && (await waitUntil(async () => !(await hasOtherClients(session)), OTHER_CLIENTS_TIMEOUT_MS))
}

async function waitUntil(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

async function takeLock(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', LOCK)
  return rows[0]?.taken === true
}

/** psql holds no lock but counts too. */
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
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  } finally {
    await client.end()
  }
}
