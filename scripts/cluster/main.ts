import { createInterface } from 'node:readline'
import { startCluster } from '@duo/platform/testing/cluster/cluster.ts'
import { missingForCluster } from '@duo/platform/testing/cluster/packages.mjs'
import { startSite } from '@duo/platform/testing/cluster/site.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { help, runCommand } from './commands.ts'
import { watchPrimary } from './watch.ts'

const sitePort = 3000
const primaryPort = 5000
/** In the names and addresses of the nodes. */
const number = 77

const say = (line: string) => process.stdout.write(`${line}\n`)

const missing = missingForCluster()
if (missing !== null) {
  process.stderr.write(
    `The cluster needs programs of Debian 12. As root:\n\n  ${missing}\n\nDebian starts what it installs; deploy/cluster/README.md says how to prevent it.\n`,
  )
  process.exit(1)
}

say('Starting three etcd, three Patroni with Postgres, and haproxy…')
const cluster = await startCluster({ number, port: primaryPort })
const closing: (() => Promise<unknown>)[] = [cluster.close]
const close = async (code: number) => {
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => {})
  say('\nStopping…')
  for (const step of closing.splice(0).reverse()) await step()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0))

try {
  say('Starting two servers…')
  const site = await startSite({ cluster, environment: onlySettings, port: sitePort })
  closing.push(site.close)
  say(`\nDuo is at ${site.url} (haproxy before ${site.servers.map(({ url }) => url).join(' and ')})`)
  say(`The primary is always at ${cluster.url}`)
  say(`Log files are in ${cluster.folder}\n`)
  say(help(cluster))
  const watch = watchPrimary(cluster, site, say)
  closing.push(async () => watch.stop())
  createInterface({ input: process.stdin }).on('line', (line) => {
    runCommand(cluster, line).then(say, (error: Error) => say(error.message))
  })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  await close(1)
}
