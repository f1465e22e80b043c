import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { isAlive } from '@duo/embedded-postgres/postmaster.ts'
import { withClient } from '../connection/with-client.ts'

const FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'max_connections=200',
].flatMap((setting) => ['-c', setting])

const PREFIX = 'duo-test-'

/** Starts a temporary server, in memory if /dev/shm exists. */
export async function startTestServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  await removeLeftovers(parent)
  const dataDir = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  chmodSync(dataDir, 0o711) // as root, Postgres runs as another user, which needs access
  const embedded = await startEmbedded({ dataDir, flags: FLAGS })
  return {
    url: embedded.url,
    stop: async () => {
      await stopEmbedded({ dataDir, mode: 'immediate' })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs statements outside of a transaction, on a connection of their own. */
export function administer(adminUrl: string, ...statements: string[]): Promise<void> {
  return withClient(adminUrl, 'duo-test-admin', async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

/** Drops all databases with a name prefix, even with open connections. */
export function dropDatabases(adminUrl: string, prefix: string): Promise<void> {
  return withClient(adminUrl, 'duo-test-admin', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}

async function removeLeftovers(parent: string): Promise<void> {
  const folders = readdirSync(parent).filter((name) => name.startsWith(PREFIX) && !isAlive(Number(name.split('-')[2])))
  for (const dataDir of folders.map((name) => join(parent, name))) {
    // missing: removed by a concurrent run
    if (statSync(dataDir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    await stopEmbedded({ dataDir, mode: 'immediate' })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
