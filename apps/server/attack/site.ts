import { type TestDatabase, testDatabase } from '@duo/db/testing.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { onlySettings } from '../config/env.ts'

const secret = 'a secret that only attacks know, 32+'

/** Session and ticket keys of these servers. Hashes in the database use a separate key. */
export const keys = keysFrom(secret)

export interface Site {
  database: TestDatabase
  urls: string[]
  url: string
  /** Log lines of all servers at level `error`. */
  failures: () => string[]
  forgetLimits: () => Promise<void>
}

/** Starts built servers on one database until the file's last test. They trust one proxy, so tests can set `X-Forwarded-For`. */
export async function startSite({ servers: count = 1, settings = {} as Record<string, string> } = {}): Promise<Site> {
  const database = await testDatabase()
  const dataDir = newDataDir()
  const servers: BuiltServer[] = []
  afterAll(async () => void (await Promise.all(servers.map((server) => server.end('SIGKILL')))))
  for (let index = 0; index < count; index++) {
    const environment = onlySettings({
      NODE_ENV: 'test', // outside of production, mails are caught even with a DATABASE_URL
      SECRET: secret,
      DATABASE_URL: database.url,
      DATA_DIR: `${dataDir}/${index}`,
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
      ...settings,
    })
    servers.push(await startBuiltServer(environment))
  }
  const urls = servers.map(({ url }) => url)
  const isFailure = (line: string) => line.includes('"level":50')
  return {
    database,
    urls,
    url: urls[0] ?? '',
    failures: () => servers.flatMap((server) => server.output().split('\n').filter(isFailure)),
    forgetLimits: async () => void (await sql`truncate rate_limit`.execute(database.db)),
  }
}
