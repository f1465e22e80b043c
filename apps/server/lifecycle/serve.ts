import { readEnv } from '../config/env.ts'
import { featureTable, optionalFeatures } from '../config/features.ts'
import { root } from '../config/paths.ts'
import { requireFreePort } from '../http/port/port.ts'
import { explainFullDisk } from '../startup/full-disk.ts'
import { closeOnSignal, closingLimit, exitOnError, giveUp } from './process.ts'
import { start } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

export const serve = () => run().catch(exitOnError('cannot start'))

async function run() {
  process.chdir(root)
  const env = readEnv()
  await requireFreePort(env)
  const starting = start(env, giveUp).catch((error: unknown) => explainFullDisk(env, error))
  closeOnSignal(async () => (await starting).close(), env.DRAIN_SECONDS * 1_000 + closingLimit)
  const server = await starting
  const where = `Duo is at ${env.PUBLIC_URL ?? server.url}   (ready after ${Math.round(performance.now())} ms, data in ${server.dataDir})`
  say(`\n${where}\n\n${featureTable(optionalFeatures(env))}\n`)
}
