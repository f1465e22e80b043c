import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseError, errorCode } from '../errors.ts'

export type PoolMode = 'session' | 'transaction' | 'statement'

/** Per response or notification, ms. */
const timeoutMs = 3_000

/** Several attempts, because other clients of a pooler can take the session between two statements. */
const attempts = 5

/** Detects the pool mode: without a pooler, clients never share a session and a session never changes. Needs no privileges. */
export async function poolModeOf(url: string): Promise<PoolMode> {
  return await withClients(url, async (one, other) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      // twice: a round-robin pooler assigns another session the second time
      const own = new Set([await sessionOf(one), await sessionOf(one)])
      try {
        await other.query('begin')
      } catch (error) {
        if (/statement pooling/.test(String(error))) return 'statement'
        throw error
      }
      const taken = await sessionOf(other)
      await other.query('rollback')
      if (own.size > 1 || own.has(taken)) return 'transaction'
    }
    return 'session'
  })
}

/** Whether a NOTIFY at `url` reaches a LISTEN at `directUrl`, which proves that both are the same database. */
export async function areNotificationsDelivered({ url, directUrl }: { url: string; directUrl: string }): Promise<boolean> {
  const channel = `duo_start_${randomUUID().replaceAll('-', '')}`
  return await withClients(directUrl, async (listener) => {
    await listener.query(`listen ${channel}`)
    const notification = once(listener, 'notification').then(() => true)
    await withClients(url, (notifier) => notifier.query('select pg_notify($1, $2)', [channel, '']))
    return await Promise.race([notification, sleep(timeoutMs, false, { ref: false })])
  })
}

/** Whether named statements survive when a transaction pooler reassigns the session. */
export async function keepsPreparedStatements(url: string): Promise<boolean> {
  return await withClients(url, async (one, other) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const named = { name: `duo_start_${randomUUID()}`, text: 'select pg_backend_pid()', values: [] }
      try {
        for (const client of [one, other, one]) await client.query(named)
      } catch (error) {
        if (['26000', '42P05'].includes(errorCode(error))) return false
        throw error
      }
    }
    return true
  })
}

/** Throws if a URL does not keep its session, which session-level time-outs and locks need. */
export async function requireSession(url: string): Promise<void> {
  const mode = await poolModeOf(url)
  if (mode === 'session') return
  throw databaseError(
    'POOLER_UNUSABLE',
    `a pooler in ${mode} mode is in between: set DATABASE_DIRECT_URL to an address of the same database that bypasses it`,
  )
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

async function withClients<T>(url: string, use: (one: Client, other: Client) => Promise<T>): Promise<T> {
  const open = () => {
    const client = new Client({
      connectionString: url,
      application_name: 'duo-start',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    client.on('error', () => {})
    return client
  }
  const [one, other] = [open(), open()]
  try {
    await one.connect()
    await other.connect()
    return await use(one, other)
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}
