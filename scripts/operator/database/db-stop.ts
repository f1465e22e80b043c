import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { errorMessage } from '@duo/db/errors.ts'
import { findRunningServer } from '@duo/db/server-lock.ts'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'

// Stops an embedded Postgres that outlived its app. Fails while a server is running, which would restart it at once.
const { dataDir } = cliEnv()
try {
  const server = await findRunningServer(dataDir)
  if (server) throw new Error(`Duo is running on it (${server}): stop Duo, which also stops its Postgres. Nothing was done.`)
  const pid = await stopEmbedded({ dataDir })
  console.log(
    pid ? `Stopped the embedded Postgres of ${dataDir} (process ${pid}).` : `No embedded Postgres is running in ${dataDir}.`,
  )
} catch (error) {
  console.error(`db:stop: ${errorMessage(error)}`)
  process.exitCode = 1
}
