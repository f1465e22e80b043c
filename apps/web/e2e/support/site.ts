import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { startTwoServers } from '@duo/platform/testing/servers/two-servers.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { e2eSite } from './data-dir.ts'
import { ownAddresses } from './own-address.ts'
import { ownServers } from './server.ts'

/** A site for one test, besides the shared one, with as many servers. */
export interface Site {
  url: string
  dataDir: string
  /** Kills the server processes, as when the machine runs out of memory; the database stays. */
  kill: () => Promise<void>
  /** Restarts them with the same data and address. */
  restart: () => Promise<void>
  /** Restarts one of two servers as an operator does. */
  restartServer: (index: 0 | 1) => Promise<void>
  /** Restarts PgBouncer, which breaks all connections through it. */
  restartPooler: () => Promise<void>
  close: () => Promise<void>
}

/** ms, for two servers with their proxies and database to start on a busy machine. */
export const startLimit = 90_000

/** Serves a site with these settings, which trusts the tests' X-Forwarded-For. */
export const serveSite = (settings: Record<string, string>): Promise<Site> =>
  e2eSite === 'one-server' ? serveByOne(settings) : serveByTwo(settings, e2eSite === 'pooled')

const rejectUnavailable = () => Promise.reject(new Error('not available on this site'))

async function serveByOne(settings: Record<string, string>): Promise<Site> {
  const servers = ownServers()
  const wanted = { TRUST_PROXY: '1', ...settings }
  let running = await servers.launch(wanted)
  const { url } = running
  return {
    url,
    dataDir: servers.dataDir,
    kill: async () => {
      running.process.kill('SIGKILL')
      await running.exit
    },
    restart: async () => {
      running = await servers.launch({ ...wanted, PORT: new URL(url).port })
    },
    restartServer: rejectUnavailable,
    restartPooler: rejectUnavailable,
    close: servers.close,
  }
}

async function serveByTwo(settings: Record<string, string>, pooled: boolean): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-process-'))
  // Postgres runs as another user when we are root
  chmodSync(dataDir, 0o711)
  const running = await startTwoServers({ dataDir, environment: onlySettings, settings, pooled })
  const [own = ''] = running.urls
  ownAddresses.set(running.url, own)
  return {
    url: running.url,
    dataDir,
    kill: async () => {
      await Promise.all(running.servers.map((server) => server.end('SIGKILL')))
    },
    restart: async () => {
      await Promise.all(running.servers.map((_, index) => running.restart(index)))
    },
    restartServer: async (index) => {
      await running.restart(index)
    },
    restartPooler: running.pooler?.restart ?? rejectUnavailable,
    close: async () => {
      await running.close()
      await stopEmbedded({ dataDir })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
