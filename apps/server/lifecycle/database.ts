import type { FinishedQuery, PoolOptions } from '@duo/db/connection/pool.ts'
import { databaseUrlFault, errorMessage, isConnectionError } from '@duo/db/errors.ts'
import { connect } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { allJobs, startupTasks } from '@duo/features/server'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type Env, namesStatements, unusable } from '../config/env.ts'
import { keepEmbedded } from './embedded.ts'
import { requireUsablePooler } from './pooler.ts'
import { closeAll, closeInOrder, closeWithin } from './shutdown.ts'

/** Longest wait for queries that still run when the connections are closed, ms. */
const disconnectLimit = 1_000

interface DatabaseOptions {
  env: Env
  dataDir: string
  log: Logger
  onHopeless: (reason: string) => void
  /** Where the embedded Postgres is, when the caller keeps it. */
  embeddedUrl?: string | undefined
  /** Told of the queries of requests. */
  onQuery?: ((query: FinishedQuery) => void) | undefined
}

/**
 * What somebody waits for is refused within three seconds when the database hangs: at most one of these time-outs and one probe
 * (db/connection/circuit-breaker.ts) pass before a request has its 503. Postgres itself cancels sooner, which keeps the connection.
 */
const requestLimits = {
  connectTimeoutMs: 2_500,
  statementTimeoutMs: 1_500,
  responseTimeoutMs: 1_800,
} satisfies Partial<PoolOptions>

/** Connections of the background: jobs and upkeep. The job library has connections of its own (platform/server/jobs/database.ts). */
const backgroundPoolMax = 8

/**
 * The database, ready for use: reachable, migrated, and (embedded) ours alone as a server. `background` is for what no visitor waits for
 * (migrations, seeds, jobs, upkeep): it has no limit on responses, and does not take connections away from requests. `listens` leads past
 * a pooler in transaction mode, and so do migrations, whose lock and time-outs belong to a session.
 */
export async function prepareDatabase({ env, dataDir, log, onHopeless, embeddedUrl, onQuery }: DatabaseOptions) {
  const isEmbedded = !env.DATABASE_URL
  await requireUsablePooler(env)
  const embedded = isEmbedded && !embeddedUrl ? await keepEmbedded({ dataDir, port: env.PORT, log, onHopeless }) : null
  const url = embedded?.url ?? embeddedUrl ?? env.DATABASE_URL ?? ''
  const pooled = env.DATABASE_DIRECT_URL !== undefined
  const address = { url, preparedStatements: namesStatements(env), pooled }
  const onError = (err: Error) => log.warn({ err }, 'a database connection was lost')
  const shared: PoolOptions = { ...address, onError }
  const requests = connect({ ...shared, ...requestLimits, poolMax: env.DATABASE_POOL, applicationName: 'duo-server', onQuery })
  const background = connect({ ...shared, poolMax: backgroundPoolMax, applicationName: 'duo-server background' })
  // opens connections only where a pooler stands before the others
  const direct = connect({ url: env.DATABASE_DIRECT_URL ?? url, onError, poolMax: 1, applicationName: 'duo-server direct' })
  // a database that hangs must not keep the server; the embedded one may take what is left of the time
  const disconnect = closeWithin(disconnectLimit, 'the database connections', () =>
    closeAll([requests.close, background.close, direct.close]),
  )
  const closeConnections = () => closeInOrder([disconnect, ...(embedded ? [embedded.close] : [])])
  try {
    await migrate(pooled ? direct.db : background.db, 'up')
    await createQueues(background.db, allJobs)
    if (isEmbedded) for (const step of startupTasks) await step(background.db)
  } catch (cause) {
    await closeConnections()
    if (!env.DATABASE_URL) throw cause
    const fault = databaseUrlFault(cause)
    if (fault !== null) throw unusable('DATABASE_URL', fault)
    if (isConnectionError(cause))
      throw unusable('DATABASE_URL', `names a database that cannot be used now (${errorMessage(cause)})`)
    throw cause
  }
  const pools = { requests: requests.pool, background: background.pool }
  return { requests, background, pools, address, listens: pooled ? direct.pool : requests.pool, close: closeConnections }
}
