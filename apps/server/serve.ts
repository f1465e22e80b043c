import { readEnv } from './env.ts'
import { featureTable, optionalFeatures } from './features.ts'
import { root } from './paths.ts'
import { start } from './start.ts'

/** Signals that come this close together are one wish to stop: a terminal sends Ctrl-C to us and to `npm start`, which passes it on. */
const sameWish = 500

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Starts the server, prints where it is, and closes it on a signal. Prints a fault that ends it and exits with 1. */
export const serve = () => run().catch(explain('cannot start'))

async function run() {
  process.chdir(root)
  const env = readEnv()
  const starting = start(env, giveUp)
  // asked while starting: what has begun is finished first, then closed, so that nothing is left behind
  closeWhenAsked(async () => (await starting).close())
  const server = await starting
  const where = `Duo is at ${env.PUBLIC_URL ?? server.url}   (ready after ${Math.round(performance.now())} ms, data in ${server.dataDir})`
  say(`\n${where}\n\n${featureTable(optionalFeatures(env))}\n`)
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
    close().then(() => process.exit(0), explain('did not stop in peace'))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  // the one who started us may be gone before we listened
  if (process.channel && !process.connected) stop()
}

function giveUp(reason: string): never {
  console.error(`Duo cannot go on: ${reason}`)
  process.exit(1)
}

/** A fault that its own message explains ends in that one line; anything unforeseen shows where it happened. */
function explain(what: string) {
  return (error: Error & { code?: unknown }): never => {
    console.error(error.code === undefined && error.name !== 'Error' ? error : `Duo ${what}: ${error.message}`)
    process.exit(1)
  }
}
