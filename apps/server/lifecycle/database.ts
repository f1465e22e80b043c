import { connect } from '@duo/db/connection/connect.ts'
import type { FinishedQuery, PoolOptions } from '@duo/db/connection/pool.ts'
import { migrate } from '@duo/db/migrate.ts'
import { allJobs, startupTasks } from '@duo/features/server'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type Env, usesPreparedStatements } from '../config/env.ts'
import { watchDisk } from '../disk/watch-disk.ts'
import { duringStep } from '../startup/during-step.mjs'
import { superviseEmbedded } from './embedded.ts'
import { requireUsablePooler, settingFault } from './pooler.ts'
import { closeAll, closeInOrder, closeWithin } from './shutdown.ts'

const disconnectLimit = 1_000

interface DatabaseOptions {
  env: Env
  dataDir: string
  log: Logger
  onHopeless: (reason: string) => void
  /** Set when the host already runs the embedded Postgres. */
  embeddedUrl?: string | undefined
  onQuery?: ((query: FinishedQuery) => void) | undefined
}

/** ms: a request gets its 503 within 3 s of a hanging database (one time-out plus one probe, circuit-breaker.ts). */
const requestLimits = {
  connectTimeoutMs: 2_500,
  statementTimeoutMs: 1_500,
  responseTimeoutMs: 1_800,
} satisfies Partial<PoolOptions>

/** Jobs and maintenance; the job library has its own connections (platform/server/jobs/database.ts). */
const backgroundPoolMax = 8

/**
 * `background` (migrations, seeds, jobs, maintenance) has no response limit and leaves the requests' connections free. `listens`
 * and migrations bypass a transaction-mode pooler, because LISTEN, locks and time-outs belong to a session.
 */
export async function prepareDatabase({ env, dataDir, log, onHopeless, embeddedUrl, onQuery }: DatabaseOptions) {
  const isEmbedded = !env.DATABASE_URL
  await requireUsablePooler(env)
  const superviseOwn = () => superviseEmbedded({ dataDir, port: env.PORT, log, onHopeless })
  const embedded = isEmbedded && !embeddedUrl ? await duringStep('preparing the embedded Postgres', superviseOwn) : null
  const url = embedded?.url ?? embeddedUrl ?? env.DATABASE_URL ?? ''
  const pooled = env.DATABASE_DIRECT_URL !== undefined
  const address = { url, preparedStatements: usesPreparedStatements(env), pooled }
  const onError = (err: Error) => log.warn({ err }, 'database connection lost')
  const disk = watchDisk({ folder: dataDir, log })
  const shared: PoolOptions = { ...address, onError, onDiskFull: disk.reportDatabaseFull }
  const requests = connect({ ...shared, ...requestLimits, poolMax: env.DATABASE_POOL, applicationName: 'duo-server', onQuery })
  const background = connect({ ...shared, poolMax: backgroundPoolMax, applicationName: 'duo-server background' })
  const direct = connect({ url: env.DATABASE_DIRECT_URL ?? url, onError, poolMax: 1, applicationName: 'duo-server direct' })
  // a hanging database must not block the shutdown; the embedded one may use the rest of the time
  const disconnect = closeWithin(disconnectLimit, 'the database connections', () =>
    closeAll([requests.close, background.close, direct.close]),
  )
  const stopWatch = async () => disk.stop()
  const closeConnections = () => closeInOrder([stopWatch, disconnect, ...(embedded ? [embedded.close] : [])])
  try {
    const onWait = (reason: string) => log.warn({ reason }, 'the start waits for its migrations')
    const migrating = () => migrate(pooled ? direct.db : background.db, 'up', undefined, onWait)
    await duringStep('migrating the database', migrating)
    await duringStep('creating the job queues', () => createQueues(background.db, allJobs))
    if (isEmbedded) for (const step of startupTasks) await step(background.db)
  } catch (cause) {
    await closeConnections()
    throw isEmbedded ? cause : settingFault('DATABASE_URL', cause)
  }
  const pools = { requests: requests.pool, background: background.pool }
  const listens = pooled ? direct.pool : requests.pool
  return { requests, background, pools, address, listens, disk, close: closeConnections }
}
