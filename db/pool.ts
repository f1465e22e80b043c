import { type ClientBase, type CustomTypesConfig, Pool, type PoolConfig, types } from 'pg'
import { requireSupportedServer } from './server-version.ts'
import { nameStatements, unnameStatements } from './statements.ts'

export type PoolOptions = {
  /** A `postgres://` address; settings in its query string (`?sslmode=`, `?statement_timeout=`) win over the ones here. */
  url: string
  /** Most connections at once, 10 unless told otherwise. */
  poolMax?: number
  /** After how many milliseconds Postgres cancels a statement, 5,000 unless told otherwise; 0 never. */
  statementTimeoutMs?: number
  /**
   * Turn off behind a transaction pooler (PgBouncer and its kind). Such a pooler also refuses the time-outs that we otherwise ask for
   * when connecting: set them on the role instead, `alter role … set statement_timeout = '5s'`.
   */
  preparedStatements?: boolean
  /**
   * Sends a statement without waiting for the answer to the one before; nothing may span statements then. Off unless told otherwise; not
   * for a pooler in transaction mode, which loses answers.
   */
  pipeline?: boolean
  /** What `pg_stat_activity` shows. */
  applicationName?: string
  /** Told of every connection that is lost, idle ones too. The pool replaces them by itself: log it. */
  onError: (error: Error) => void
}

const INT8 = 20

/** A pool that survives the loss of any of its connections and of the whole server. */
export function createPool(options: PoolOptions): Pool {
  const { preparedStatements = true, onError } = options
  const pool = new Pool({ ...poolConfig(options), ...(preparedStatements ? sessionLimits(options) : {}) })
  // Our listener on the client has already told: this one is there because Node ends the process on an 'error' without a listener.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // A connection that breaks while a transaction holds it has no other listener: pg-pool takes its own away meanwhile.
    client.on('error', (error) => {
      if (!pool.ending) onError(error)
    })
    if (preparedStatements) nameStatements(client)
    else unnameStatements(client)
  })
  return pool
}

function poolConfig({ url, poolMax = 10, pipeline = false, applicationName = 'duo' }: PoolOptions): PoolConfig {
  return {
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: 3_000,
    // a new connection has to prepare its statements again, and Postgres plans each of them anew for its first five times
    idleTimeoutMillis: 10 * 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline,
    application_name: applicationName,
    types: parsers,
    // pg-pool waits for the promise; its types do not say so.
    onConnect: (client: ClientBase) => requireSupportedServer(client),
  }
}

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
