import { isDatabaseAway, reasonOf } from '@duo/db/errors.ts'
import { connect } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import type { PoolOptions } from '@duo/db/pool.ts'
import { settle } from '@duo/features/server'
import { migrateJobs } from '@duo/platform/server/jobs.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { endInTurn } from './closing.ts'
import { keepEmbedded } from './embedded.ts'
import { type Env, unusable } from './env.ts'

/**
 * What somebody waits for is refused within three seconds when the database hangs: at most one of these time-outs and one probe
 * (db/circuit-breaker.ts) pass before a request has its 503. Postgres itself cancels sooner, which keeps the connection.
 */
const requestLimits = {
  connectTimeoutMs: 2_500,
  statementTimeoutMs: 1_500,
  responseTimeoutMs: 1_800,
} satisfies Partial<PoolOptions>

/** Connections of the background: the job worker keeps two and uses up to four more, the rest is for upkeep. */
const backgroundPoolMax = 8

/**
 * The database, ready for use: reachable, migrated, and (embedded) ours alone as a server. `background` is for what nobody waits for
 * (migrations, seeds, jobs, upkeep): it has no limit on responses, and does not take connections away from requests.
 */
export async function prepareDatabase(env: Env, dataDir: string, log: Logger, onHopeless: (reason: string) => void) {
  const embedded = env.DATABASE_URL ? null : await keepEmbedded({ dataDir, port: env.PORT, log, onHopeless })
  const shared: PoolOptions = {
    url: embedded?.url ?? env.DATABASE_URL ?? '',
    preparedStatements: env.PREPARED_STATEMENTS === 'on',
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  }
  const requests = connect({ ...shared, ...requestLimits, poolMax: env.DATABASE_POOL, applicationName: 'duo-server' })
  const background = connect({ ...shared, poolMax: backgroundPoolMax, applicationName: 'duo-server background' })
  const closeAll = () => endInTurn([requests.close, background.close, ...(embedded ? [embedded.close] : [])])
  try {
    await migrate(background.db, 'up')
    await migrateJobs(background.pool)
    if (embedded) for (const step of settle) await step(background.db)
  } catch (cause) {
    await closeAll()
    if (env.DATABASE_URL && isDatabaseAway(cause))
      throw unusable('DATABASE_URL', `names a database that cannot be used now (${reasonOf(cause)})`)
    throw cause
  }
  return { requests, background, close: closeAll }
}
