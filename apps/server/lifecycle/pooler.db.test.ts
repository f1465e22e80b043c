import { existsSync } from 'node:fs'
import { runMigrateCommand } from '@duo/db/cli/migrate-command.ts'
import { migrate } from '@duo/db/migrate.ts'
import { databaseUrl } from '@duo/db/test-server/server.ts'
import { emptyDatabase, testDatabase } from '@duo/db/testing.ts'
import { pgbouncer, startPgBouncer } from '@duo/platform/testing/servers/pgbouncer.ts'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '../config/env.ts'
import { requireUsablePooler } from './pooler.ts'

const { url } = await testDatabase()

// returns the error of a start with these URLs, or null
const refusal = (settings: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string; PREPARED_STATEMENTS?: string }) =>
  requireUsablePooler(readEnv({ NODE_ENV: 'test', ...settings })).then(
    () => null,
    (error: Error) => error.message,
  )

// the URL of a pooler in front of the test database
async function pooled(options: { mode?: 'session' | 'transaction' | 'statement'; roundRobin?: boolean } = {}) {
  const pooler = await startPgBouncer({ databaseUrl: url, ...options })
  onTestFinished(() => pooler.stop())
  return pooler.url
}

test('accepts a URL of Postgres itself', async () => {
  expect(await refusal({ DATABASE_URL: url })).toBeNull()
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: url, PREPARED_STATEMENTS: 'on' })).toBeNull()
})

test('rejects two URLs of different databases', async () => {
  const { url: other } = await emptyDatabase(onTestFinished)
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: other })).toBe(
    'DATABASE_DIRECT_URL and DATABASE_URL name different databases; both must name the same one',
  )
})

test('the error names the setting whose URL cannot be used', async () => {
  const nowhere = 'postgres://duo:secret@127.0.0.1:9/duo'
  expect(await refusal({ DATABASE_URL: nowhere })).toMatch(/^DATABASE_URL names a database that cannot be used now \(.*9\), for/)
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: nowhere })).toMatch(/^DATABASE_DIRECT_URL names a database/)
  expect(await refusal({ DATABASE_URL: databaseUrl(url, 'none') })).toMatch(/^DATABASE_URL names a database that does not exist/)
})

// npm test reports what is missing in one line, in the lane two-servers
describe.skipIf(!existsSync(pgbouncer))('behind PgBouncer', () => {
  test.each([false, true])('rejects transaction mode without a direct URL, even with round robin (%s)', async (roundRobin) => {
    const address = await pooled({ roundRobin })
    expect(await refusal({ DATABASE_URL: address })).toMatch(
      /^DATABASE_URL uses a pooler in transaction mode; .* example DATABASE_DIRECT_URL=postgres:\/\/.*$/,
    )
    expect(await refusal({ DATABASE_URL: address, DATABASE_DIRECT_URL: address })).toMatch(
      /^DATABASE_DIRECT_URL uses a pooler in transaction mode; it must bypass the pooler/,
    )
    expect(await refusal({ DATABASE_URL: address, DATABASE_DIRECT_URL: url })).toBeNull()
  })

  test('recognizes transaction mode while other clients keep taking its connections', async () => {
    const address = await pooled()
    const clients = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = new Client({ connectionString: address })
        await client.connect()
        return client
      }),
    )
    let stopped = false
    const busy = clients.map(async (client) => {
      while (!stopped) await client.query('select 1')
    })
    for (let i = 0; i < 10; i++) expect(await refusal({ DATABASE_URL: address })).toMatch(/transaction mode/)
    stopped = true
    await Promise.all(busy)
    await Promise.all(clients.map((client) => client.end()))
  })

  test('rejects prepared statements if the pooler loses them', async () => {
    const settings = { DATABASE_URL: await pooled(), DATABASE_DIRECT_URL: url }
    expect(await refusal({ ...settings, PREPARED_STATEMENTS: 'on' })).toMatch(/^PREPARED_STATEMENTS=on needs a pooler that keeps/)
    expect(await refusal({ ...settings, PREPARED_STATEMENTS: 'off' })).toBeNull()
  })

  test('npm run migrate bypasses the pooler or fails', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    vi.stubEnv('DATABASE_URL', await pooled())
    vi.stubEnv('DATABASE_DIRECT_URL', '')
    expect(await runMigrateCommand(['status'], migrate)).toBe(1)
    expect(errors.mock.calls).toEqual([
      [expect.stringMatching(/^migrate status: a pooler in transaction mode .* DATABASE_DIRECT_URL/)],
    ])
    vi.stubEnv('DATABASE_DIRECT_URL', url)
    expect(await runMigrateCommand(['status'], migrate)).toBe(0)
  })

  test('session mode needs no direct URL', async () => {
    expect(await refusal({ DATABASE_URL: await pooled({ mode: 'session' }) })).toBeNull()
  })

  test('rejects statement mode, even with a direct URL', async () => {
    const address = await pooled({ mode: 'statement' })
    for (const direct of [{}, { DATABASE_DIRECT_URL: url }])
      expect(await refusal({ DATABASE_URL: address, ...direct })).toMatch(/^DATABASE_URL uses a pooler in statement mode/)
  })
})
