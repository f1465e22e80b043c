import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { nginx, nginxSettings, startBalancer } from './balancer.ts'
import { type BuiltServer, freePort, startBuiltServer } from './built-server.ts'
import { pgbouncer, startPgBouncer } from './pgbouncer.ts'

interface TwoServers {
  /** The shared Postgres; each server has a folder of its own in it. */
  dataDir: string
  environment: (settings: Record<string, string>) => Record<string, string | undefined>
  settings?: Record<string, string>
  /** PgBouncer in transaction mode between servers and Postgres. */
  pooled: boolean
  port?: number
}

export function missingFor({ pooled }: { pooled: boolean }): string | null {
  const missing = [nginx, ...(pooled ? [pgbouncer] : [])].filter((program) => !existsSync(program))
  if (missing.length === 0) return null
  return `apt-get install ${missing.map((program) => program.slice('/usr/sbin/'.length)).join(' ')}`
}

export async function startTwoServers({ dataDir, environment, settings = {}, pooled, port }: TwoServers) {
  const database = await startEmbedded({ dataDir })
  const pooler = pooled ? await startPgBouncer({ databaseUrl: database.url }) : null
  const balancerPort = port ?? (await freePort())
  const ports = [await freePort(), await freePort()]
  const launch = (index: number) =>
    startBuiltServer(
      environment({
        NODE_ENV: 'test',
        PUBLIC_URL: `http://localhost:${balancerPort}`,
        SECRET: 'a secret that both servers share in tests',
        // two proxies: nginx and its client, because tests set their own client addresses
        TRUST_PROXY: '2',
        // longer than nginx skips a failed server, so that the other one may restart next
        DRAIN_SECONDS: '3',
        LOG_LEVEL: 'warn',
        ...settings,
        PORT: String(ports[index]),
        DATA_DIR: join(dataDir, `server-${index}`),
        DATABASE_URL: pooler?.url ?? database.url,
        ...(pooler && { DATABASE_DIRECT_URL: database.url }),
      }),
    )
  const servers: BuiltServer[] = []
  const closing: (() => Promise<unknown>)[] = [database.release, ...(pooler ? [pooler.stop] : [])]
  const close = async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    for (const step of closing.toReversed()) await step()
  }
  try {
    servers.push(...(await Promise.all([launch(0), launch(1)])))
    const balancer = await startBalancer(nginx, nginxSettings, { port: balancerPort, servers: ports })
    closing.push(balancer.stop)
    return {
      url: balancer.url,
      urls: ports.map((own) => `http://localhost:${own}`),
      servers,
      databaseUrl: database.url,
      pooler,
      restart: async (index: number, signal: NodeJS.Signals = 'SIGTERM') => {
        await servers[index]?.end(signal)
        const ended = await servers[index]?.exited
        servers[index] = await launch(index)
        return ended
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type RunningServers = Awaited<ReturnType<typeof startTwoServers>>
