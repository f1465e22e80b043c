import { cliEnv } from '@duo/db/cli-env.ts'
import { stopEmbedded } from '@duo/db/embedded.ts'

// The embedded Postgres outlives an app that was killed; this ends it, whoever is connected. Exit code 1 when it could not be stopped.
const { dataDir } = cliEnv()
try {
  const pid = await stopEmbedded({ dataDir })
  console.log(
    pid ? `Stopped the embedded Postgres of ${dataDir} (process ${pid}).` : `No embedded Postgres is running in ${dataDir}.`,
  )
} catch (error) {
  console.error(`db:stop: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
