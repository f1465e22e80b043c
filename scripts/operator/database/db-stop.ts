import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { stopEmbedded } from '@duo/db/embedded/embedded.ts'
import { errorMessage } from '@duo/db/errors.ts'
import { findRunningServer } from '@duo/db/server-lock.ts'

// The embedded Postgres outlives an app that was killed; this ends it, whoever is connected, but not below a running server, which would
// start it again at once. Exit code 1 when it was not stopped.
const { dataDir } = cliEnv()
try {
  const server = await findRunningServer(dataDir)
  if (server) throw new Error(`Duo is running on it (${server}): stop that, and it stops its Postgres itself. Nothing was done.`)
  const pid = await stopEmbedded({ dataDir })
  console.log(
    pid ? `Stopped the embedded Postgres of ${dataDir} (process ${pid}).` : `No embedded Postgres is running in ${dataDir}.`,
  )
} catch (error) {
  console.error(`db:stop: ${errorMessage(error)}`)
  process.exitCode = 1
}
