import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseError, errorCode } from '../errors.ts'

/** For how long a client keeps one Postgres session: for its whole life, or for a transaction or a statement at a time. */
export type PoolMode = 'session' | 'transaction' | 'statement'

/** Longest time for one response, and for a notification, ms. */
const timeoutMs = 3_000

/** Other clients of a pooler may take the session between two of our statements, so that one look is not enough. */
const looks = 5

/**
 * Returns what a connection to this address keeps. Two clients that are connected at the same time never have the same session, unless a
 * pooler hands one session to both of them; nor does a client's own session change. That holds for every pooler, and needs no rights.
 */
export async function poolModeOf(url: string): Promise<PoolMode> {
  return await withClients(url, async (one, other) => {
    for (let look = 0; look < looks; look++) {
      // twice: a pooler that takes turns among its sessions gives another one the second time
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

/** Whether what is announced at `url` is heard at `directUrl`, as it is where both lead to the same database. */
export async function areNotificationsDelivered({ url, directUrl }: { url: string; directUrl: string }): Promise<boolean> {
  const channel = `duo_start_${randomUUID().replaceAll('-', '')}`
  return await withClients(directUrl, async (listener) => {
    await listener.query(`listen ${channel}`)
    const heard = once(listener, 'notification').then(() => true)
    await withClients(url, (teller) => teller.query('select pg_notify($1, $2)', [channel, '']))
    return await Promise.race([heard, sleep(timeoutMs, false, { ref: false })])
  })
}

/** Whether a named statement is still known, and still the same client's, when a transaction pooler has handed the session on. */
export async function keepsPreparedStatements(url: string): Promise<boolean> {
  return await withClients(url, async (one, other) => {
    for (let look = 0; look < looks; look++) {
      const named = { name: `duo_start_${randomUUID()}`, text: 'select pg_backend_pid()', values: [] }
      try {
        for (const client of [one, other, one]) await client.query(named)
      } catch (error) {
        // invalid_sql_statement_name, duplicate_prepared_statement
        if (['26000', '42P05'].includes(errorCode(error))) return false
        throw error
      }
    }
    return true
  })
}

/** Throws where a connection to this address does not keep its session, on which work with time-outs and locks of its own relies. */
export async function requireSession(url: string): Promise<void> {
  const mode = await poolModeOf(url)
  if (mode === 'session') return
  throw databaseError(
    'POOLER_UNUSABLE',
    `a pooler in ${mode} mode stands in between: set DATABASE_DIRECT_URL to an address of the same database that leads past it`,
  )
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Two connections at the same time, closed afterwards. */
async function withClients<T>(url: string, use: (one: Client, other: Client) => Promise<T>): Promise<T> {
  const open = () => {
    const client = new Client({
      connectionString: url,
      application_name: 'duo-start',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    // what breaks it fails the query, too
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
