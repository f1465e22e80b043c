import { readEnv } from './env.ts'
import { featureTable, optionalFeatures } from './features.ts'
import { root } from './paths.ts'
import { start } from './start.ts'

/** Signals that come this close together are one wish to stop: a terminal sends Ctrl-C to us and to `npm start`, which passes it on. */
const sameWish = 500

const say = (line: string) => process.stdout.write(`${line}\n`)

async function main() {
  process.chdir(root)
  const env = readEnv()
  const server = await start(env)
  const where = `Duo is at ${env.PUBLIC_URL ?? server.url}   (ready after ${Math.round(performance.now())} ms, data in ${server.dataDir})`
  say(`\n${where}\n\n${featureTable(optionalFeatures(env))}\n`)
  closeWhenAsked(server.close)
}

/** Closes once on a signal, or when the process that started us is gone; a second wish leaves at once. */
function closeWhenAsked(close: () => Promise<void>) {
  let asked: number | undefined
  const stop = () => {
    if (asked !== undefined) {
      if (performance.now() - asked > sameWish) process.exit(130)
      return
    }
    asked = performance.now()
    close().then(() => process.exit(0), giveUp)
  }
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, stop)
}

function giveUp(error: unknown): never {
  console.error(error)
  process.exit(1)
}

/** A fault that its own message explains ends in that one line; anything unforeseen shows where it happened. */
main().catch((error: Error & { code?: unknown }) => {
  console.error(error.code === undefined && error.name !== 'Error' ? error : `Duo cannot start: ${error.message}`)
  process.exit(1)
})
