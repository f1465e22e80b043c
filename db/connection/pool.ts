import { type ClientBase, type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { requireSupportedServer } from '../server-version.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { disablePreparedStatements, usePreparedStatements } from './prepared-statements.ts'
import { closeWhenSilent } from './response-timeout.ts'

/** A query that has ended, without its parameters. */
export type FinishedQuery = { sql: string; ms: number; error: unknown }

export type PoolOptions = {
  /** A `postgres://` address; settings in its query string (`?sslmode=`, `?statement_timeout=`) win over the ones here. */
  url: string
  /** Most connections at once, 10 unless told otherwise. */
  poolMax?: number
  /** After how many milliseconds Postgres cancels a statement, 5,000 unless told otherwise; 0 never. */
  statementTimeoutMs?: number
  /** How long to wait for a connection, a new one or one that is in use, in milliseconds; 3,000 unless told otherwise. */
  connectTimeoutMs?: number
  /**
   * How long to wait in milliseconds for a response before the connection is given up, for ever unless told otherwise: a server whose
   * machine or disk hangs cancels nothing. What a statement that got no response has done is unknown. Longer than `statementTimeoutMs`,
   * so that a server that is merely slow keeps its connection. Not with cursors.
   */
  responseTimeoutMs?: number
  /**
   * Turn off behind a pooler that does not keep named statements. Poolers also refuse the time-outs that we otherwise ask for when
   * connecting: let the pooler set them (`connect_query` of PgBouncer), or the role (`alter role … set statement_timeout = '5s'`).
   */
  preparedStatements?: boolean
  /** Whether a pooler in transaction mode stands between: no time-outs are sent when connecting. */
  pooled?: boolean
  /** What `pg_stat_activity` shows. */
  applicationName?: string
  /** Told of every connection that is lost, idle ones too. The pool replaces them by itself: log it. */
  onError: (error: Error) => void
  /** Told of every query of Kysely's that ends, in the asynchronous context of its caller. */
  onQuery?: ((query: FinishedQuery) => void) | undefined
}

const INT8 = 20

/** A pool that survives the loss of any of its connections and of the whole server. */
export function createPool(options: PoolOptions, breaker?: CircuitBreaker): Pool {
  const { preparedStatements = true, pooled = false, onError, responseTimeoutMs } = options
  const pool = new Pool({
    ...poolConfig(options),
    ...(preparedStatements && !pooled ? sessionLimits(options) : {}),
    // pg-pool waits for the promise; its types do not say so.
    onConnect: (client: ClientBase) => {
      if (responseTimeoutMs) closeWhenSilent(client, responseTimeoutMs, () => breaker?.trip())
      return requireSupportedServer(client)
    },
  })
  if (breaker) guard(pool, breaker)
  // Our listener on the client has already told: this one is there because Node ends the process on an 'error' without a listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection that breaks while a transaction holds it has no other listener: pg-pool takes its own away meanwhile.
    client.on('error', (error) => {
      if (!pool.ending) onError(error)
    })
    if (preparedStatements) usePreparedStatements(client)
    else disablePreparedStatements(client)
  })
  return pool
}

function poolConfig({ url, poolMax = 10, applicationName = 'duo', connectTimeoutMs = 3_000 }: PoolOptions): PoolConfig {
  return {
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: connectTimeoutMs,
    // a new connection has to prepare its statements again, and Postgres plans each of them anew for its first five times
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName,
    types: parsers,
  }
}

/** Hands out connections only while the circuit is closed; a connection that could not be made in time opens it. */
function guard(pool: Pool, breaker: CircuitBreaker): void {
  const open = () => {
    const admitted = breaker.admit()
    const opened = admitted ? admitted.then(() => connectUnguarded(pool)) : connectUnguarded(pool)
    opened.catch((error: unknown) => {
      if (isConnectTimeout(error)) breaker.open()
    })
    return opened
  }
  type Callback = (error: Error | undefined, client: PoolClient | undefined, done: PoolClient['release']) => void
  const connect = (callback?: Callback) => {
    if (!callback) return open()
    open().then(
      (client) => callback(undefined, client, client.release.bind(client)),
      (error) => callback(error, undefined, () => {}),
    )
  }
  pool.connect = connect as Pool['connect']
}

/** Connects whatever the circuit breaker says: for its probe. */
export const connectUnguarded = (pool: Pool): Promise<PoolClient> => Reflect.apply(Pool.prototype.connect, pool, [])

/** That all connections are in use says nothing about the database; that a new one is not accepted does. */
const isConnectTimeout = (error: unknown) =>
  error instanceof Error && ['timeout expired', 'Connection terminated due to connection timeout'].includes(error.message)

function sessionLimits({ statementTimeoutMs = 5_000 }: PoolOptions): PoolConfig {
  return { statement_timeout: statementTimeoutMs, lock_timeout: 1_000, idle_in_transaction_session_timeout: 5_000 }
}

const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}

/**
 * pg answers bigint as a string, because JavaScript numbers are exact only to 2^53. Ours are counts, seats and milliseconds, which stay
 * far below (a million sign-ups a second would take 285 years), so they are numbers; one that is not exact fails instead of being rounded.
 */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}
