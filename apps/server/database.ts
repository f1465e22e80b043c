import { isDatabaseAway, reasonOf } from '@duo/db/errors.ts'
import { connect } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { mailJobs, otherJobs, settle } from '@duo/features/server'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { endInTurn, endWithin } from './closing.ts'
import { keepEmbedded } from './embedded.ts'
import { type Env, unusable } from './env.ts'

/** Longest wait for queries that still run when the connections are closed, ms. */
const disconnectLimit = 1_000

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
  const url = embedded?.url ?? embeddedUrl ?? env.DATABASE_URL ?? ''
  const address = { url, preparedStatements: env.PREPARED_STATEMENTS === 'on' }
  const { close, ...connection } = connect({
    ...address,
    poolMax: env.DATABASE_POOL,
    applicationName: 'duo-server',
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const { db } = connection
  // a database that hangs must not keep the server; the embedded one may take what is left of the time
  const disconnect = endWithin(disconnectLimit, 'the database connections', close)
  const closeAll = () => endInTurn([disconnect, ...(embedded ? [embedded.close] : [])])
  try {
    await migrate(db, 'up')
    await createQueues(db, [...mailJobs, ...otherJobs])
    if (isEmbedded) for (const step of settle) await step(db)
  } catch (cause) {
    await closeAll()
    if (env.DATABASE_URL && isDatabaseAway(cause))
      throw unusable('DATABASE_URL', `names a server that does not answer (${reasonOf(cause)})`)
    throw cause
  }
  return { ...connection, address, close: closeAll }
}
