import { type ClientBase, type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isConnectTimeout } from '../errors.ts'
import { requireSupportedServer } from '../server-version.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import { disablePreparedStatements, usePreparedStatements } from './prepared-statements.ts'
import { closeWhenSilent } from './response-timeout.ts'
import { refuseUnreplicatedCommits } from './unreplicated-commit.ts'

export type FinishedQuery = { sql: string; ms: number; error: unknown }

export type PoolOptions = {
  /** Settings in the query string (`?sslmode=`, `?statement_timeout=`) override these options. */
  url: string
  /** Default 10. */
  poolMax?: number
  /** Postgres cancels a statement after this time. Default 5,000; 0 never. */
  statementTimeoutMs?: number
  /** Maximum wait for a new or pooled connection. Default 3,000. */
  connectTimeoutMs?: number
  /** Closes silent connections: a hung machine cancels nothing. Must exceed `statementTimeoutMs`. Not for cursors. */
  responseTimeoutMs?: number
  /**
   * Turn off behind a pooler that does not keep named statements. Such poolers also reject our connection time-outs: set them in
   * the pooler (`connect_query` of PgBouncer) or the role (`alter role … set statement_timeout = '5s'`).
   */
  preparedStatements?: boolean
  /** Behind a transaction-mode pooler: sends no time-outs when connecting. */
  pooled?: boolean
  applicationName?: string
  /** Called for every lost connection, including idle ones. The pool replaces them. */
  onError: (error: Error) => void
  /** Called when Postgres refuses a statement because its disk is full (53100). */
  onDiskFull?: (() => void) | undefined
  /** Called for every Kysely query that ends, in the caller's async context. */
  onQuery?: ((query: FinishedQuery) => void) | undefined
}

const INT8 = 20

const diskFull = '53100'

/** Emits every error that the server sends; not in pg's types. */
type Protocol = { connection: NodeJS.EventEmitter<{ errorMessage: [{ code?: string }] }> }

export function createPool(options: PoolOptions, breaker?: CircuitBreaker): Pool {
  const { preparedStatements = true, pooled = false, onError, onDiskFull, responseTimeoutMs } = options
  const pool = new Pool({
    ...poolConfig(options),
    ...(preparedStatements && !pooled ? sessionLimits(options) : {}),
    /** pg-pool awaits this promise, although its types do not mention it. */
    onConnect: (client: ClientBase) => {
      if (responseTimeoutMs) closeWhenSilent(client, responseTimeoutMs, () => breaker?.trip())
      return requireSupportedServer(client)
    },
  })
  if (breaker) guard(pool, breaker)
  // the client's listener below reports errors; without this one, Node would end the process
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // pg-pool removes its own listener while a transaction uses the connection
    client.on('error', (error) => {
      if (!pool.ending) onError(error)
    })
    if (onDiskFull)
      (client as PoolClient & Protocol).connection.on('errorMessage', ({ code }) => {
        if (code === diskFull) onDiskFull()
      })
    refuseUnreplicatedCommits(client)
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
    // new connections are expensive: they prepare every statement, and Postgres plans each again for its first five runs
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: applicationName,
    types: parsers,
  }
}

/** Hands out connections only while the circuit is closed; a connect time-out opens it. */
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

export const connectUnguarded = (pool: Pool): Promise<PoolClient> => Reflect.apply(Pool.prototype.connect, pool, [])

function sessionLimits({ statementTimeoutMs = 5_000 }: PoolOptions): PoolConfig {
  return { statement_timeout: statementTimeoutMs, lock_timeout: 1_000, idle_in_transaction_session_timeout: 5_000 }
}

const parsers: CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}

/** pg returns bigint as a string; ours (counts, seats, milliseconds) stay far below 2^53. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}
