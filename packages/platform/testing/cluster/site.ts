import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilListens } from '../program.ts'
import { freePort, startBuiltServer } from '../servers/built-server.ts'
import { type Cluster, startHaproxy } from './cluster.ts'
import { fillIn } from './settings.ts'

interface SiteOptions {
  cluster: Pick<Cluster, 'folder' | 'url'>
  environment: (settings: Record<string, string>) => Record<string, string | undefined>
  settings?: Record<string, string>
  port?: number
}

/** Starts two servers of the last build on a cluster, and haproxy before them. */
export async function startSite({ cluster, environment, settings = {}, port }: SiteOptions) {
  const sitePort = port ?? (await freePort())
  const ports = port === undefined ? [await freePort(), await freePort()] : [port + 1, port + 2]
  const [first = 0, second = 0] = ports
  const launch = (own: number) =>
    startBuiltServer(
      environment({
        NODE_ENV: 'production',
        PUBLIC_URL: `http://localhost:${sitePort}`,
        SECRET: 'a secret that both servers share on this machine',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        DRAIN_SECONDS: '3',
        ...settings,
        PORT: String(own),
        DATA_DIR: join(cluster.folder, `server-${own}`),
        DATABASE_URL: cluster.url,
      }),
    )
  const started = await Promise.allSettled([launch(first), launch(second)])
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const endServers = () => Promise.all(servers.map((server) => server.end('SIGKILL')))
  for (const one of started)
    if (one.status === 'rejected') {
      await endServers()
      throw one.reason
    }
  const file = join(cluster.folder, 'haproxy-site.cfg')
  const values = { SITE: `127.0.0.1:${sitePort}`, SERVER_1: `127.0.0.1:${first}`, SERVER_2: `127.0.0.1:${second}` }
  writeFileSync(file, fillIn('haproxy-site.cfg', values))
  const stopHaproxy = startHaproxy(file)
  await untilListens(sitePort)
  return {
    url: `http://localhost:${sitePort}`,
    servers,
    close: async () => {
      await stopHaproxy()
      await endServers()
    },
  }
}
