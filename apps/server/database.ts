import { isDatabaseAway, reasonOf } from '@duo/db/errors.ts'
import { connect } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { settle } from '@duo/features/server'
import { migrateJobs } from '@duo/platform/server/jobs.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { endInTurn } from './closing.ts'
import { keepEmbedded } from './embedded.ts'
import { type Env, unusable } from './env.ts'

interface DatabaseOptions {
  env: Env
  dataDir: string
  log: Logger
  onHopeless: (reason: string) => void
  /** Where the embedded Postgres is, when the caller keeps it. */
  embeddedUrl?: string | undefined
}

/** The database, ready for use: reachable, migrated, and (embedded) ours alone as a server. */
export async function prepareDatabase({ env, dataDir, log, onHopeless, embeddedUrl }: DatabaseOptions) {
  const isEmbedded = !env.DATABASE_URL
  const embedded = isEmbedded && !embeddedUrl ? await keepEmbedded({ dataDir, port: env.PORT, log, onHopeless }) : null
  const { close, ...connection } = connect({
    url: embedded?.url ?? embeddedUrl ?? env.DATABASE_URL ?? '',
    poolMax: env.DATABASE_POOL,
    preparedStatements: env.PREPARED_STATEMENTS === 'on',
    applicationName: 'duo-server',
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const { db, pool } = connection
  const closeAll = () => endInTurn([close, ...(embedded ? [embedded.close] : [])])
  try {
    await migrate(db, 'up')
    await migrateJobs(pool)
    if (isEmbedded) for (const step of settle) await step(db)
  } catch (cause) {
    await closeAll()
    if (env.DATABASE_URL && isDatabaseAway(cause))
      throw unusable('DATABASE_URL', `names a server that does not answer (${reasonOf(cause)})`)
    throw cause
  }
  return { ...connection, close: closeAll }
}
