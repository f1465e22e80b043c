import { startEmbedded } from '@duo/db/embedded.ts'
import { connect } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { claimServer } from '@duo/db/server-claim.ts'
import { settle } from '@duo/features/server'
import { migrateJobs } from '@duo/platform/server/jobs.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Env } from './env.ts'

/** The database, ready for use: reachable, migrated, and (embedded) ours alone as a server. */
export async function prepareDatabase(env: Env, dataDir: string, log: Logger) {
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir, log: (line) => log.debug(line) })
  const url = env.DATABASE_URL ?? embedded?.url ?? ''
  const claim = embedded && (await claimServer(url, { pid: process.pid, port: env.PORT }))
  const { db, pool, close } = connect({
    url,
    poolMax: env.DATABASE_POOL,
    preparedStatements: env.PREPARED_STATEMENTS === 'on',
    applicationName: 'duo-server',
    onError: (err) => log.warn({ err }, 'an idle database connection was lost'),
  })
  await migrate(db, 'up')
  await migrateJobs(pool)
  if (claim) for (const step of settle) await step(db)
  return {
    db,
    pool,
    close: async () => {
      await close()
      await claim?.release()
      await embedded?.release()
    },
  }
}
