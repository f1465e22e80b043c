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

/** What a start says of these addresses; null when it goes on. */
const refusal = (settings: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string; PREPARED_STATEMENTS?: string }) =>
  requireUsablePooler(readEnv({ NODE_ENV: 'test', ...settings })).then(
    () => null,
    (error: Error) => error.message,
  )

/** The address of a pooler before the test's database. */
async function pooled(options: { mode?: 'session' | 'transaction' | 'statement'; roundRobin?: boolean } = {}) {
  const pooler = await startPgBouncer({ databaseUrl: url, ...options })
  onTestFinished(() => pooler.stop())
  return pooler.url
}

test('Postgres itself is used as it is', async () => {
  expect(await refusal({ DATABASE_URL: url })).toBeNull()
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: url, PREPARED_STATEMENTS: 'on' })).toBeNull()
})

test('two addresses of two databases are refused', async () => {
  const { url: other } = await emptyDatabase(onTestFinished)
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: other })).toBe(
    'DATABASE_DIRECT_URL and DATABASE_URL lead to two databases; both must lead to the same one',
  )
})

test('an address that nothing listens at is named', async () => {
  const nowhere = 'postgres://duo:secret@127.0.0.1:9/duo'
  expect(await refusal({ DATABASE_URL: nowhere })).toMatch(/^DATABASE_URL names a database that cannot be used now \(.*9\), for/)
  expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: nowhere })).toMatch(/^DATABASE_DIRECT_URL names a database/)
  expect(await refusal({ DATABASE_URL: databaseUrl(url, 'none') })).toMatch(/^DATABASE_URL names a database that does not exist/)
})

// npm test says in one line, at the lane two-servers, what is missing
describe.skipIf(!existsSync(pgbouncer))('behind PgBouncer', () => {
  test.each([false, true])(
    'transaction mode without a way past it is refused, also when it takes turns (%s)',
    async (roundRobin) => {
      const address = await pooled({ roundRobin })
      expect(await refusal({ DATABASE_URL: address })).toMatch(
        /^DATABASE_URL leads through a pooler in transaction mode; .* example DATABASE_DIRECT_URL=postgres:\/\/.*$/,
      )
      expect(await refusal({ DATABASE_URL: address, DATABASE_DIRECT_URL: address })).toMatch(
        /^DATABASE_DIRECT_URL leads through a pooler in transaction mode; it must lead past it/,
      )
      expect(await refusal({ DATABASE_URL: address, DATABASE_DIRECT_URL: url })).toBeNull()
    },
  )

  test('transaction mode is recognised beside clients that keep taking its connections', async () => {
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

  test('named statements are refused where the pooler loses them', async () => {
    const settings = { DATABASE_URL: await pooled(), DATABASE_DIRECT_URL: url }
    expect(await refusal({ ...settings, PREPARED_STATEMENTS: 'on' })).toMatch(/^PREPARED_STATEMENTS=on needs a pooler that keeps/)
    expect(await refusal({ ...settings, PREPARED_STATEMENTS: 'off' })).toBeNull()
  })

  test('npm run migrate goes past it or not at all', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    vi.stubEnv('DATABASE_URL', await pooled())
    vi.stubEnv('DATABASE_DIRECT_URL', '')
    expect(await runMigrateCommand(['status'], migrate)).toBe(1)
    expect(said.mock.calls).toEqual([
      [expect.stringMatching(/^migrate status: a pooler in transaction mode .* DATABASE_DIRECT_URL/)],
    ])
    vi.stubEnv('DATABASE_DIRECT_URL', url)
    expect(await runMigrateCommand(['status'], migrate)).toBe(0)
  })

  test('session mode needs no way past it', async () => {
    expect(await refusal({ DATABASE_URL: await pooled({ mode: 'session' }) })).toBeNull()
  })

  test('statement mode is refused, with a way past it too', async () => {
    const address = await pooled({ mode: 'statement' })
    for (const direct of [{}, { DATABASE_DIRECT_URL: url }])
      expect(await refusal({ DATABASE_URL: address, ...direct })).toMatch(
        /^DATABASE_URL leads through a pooler in statement mode/,
      )
  })
})
