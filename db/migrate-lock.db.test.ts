import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from './connection/connect.ts'
import { makeSignup } from './factories.ts'
import type { Db } from './index.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { testDatabase } from './testing.ts'

// the pauses between attempts add up to a minute
vi.mock('node:timers/promises', async (original) => {
  const { setTimeout: really } = await original<typeof import('node:timers/promises')>()
  return { setTimeout: vi.fn((ms: number) => really(Math.min(ms, 100))) }
})

vi.setConfig({ testTimeout: 30_000 })

const name = '9999-column'
const withColumn = {
  ...migrations,
  [name]: { up: async (db: Db) => void (await sql`alter table waitlist_signup add column later text`.execute(db)) },
}

/** Opens a transaction that reads the table, as `npm run backup` does, until the returned function is called. */
async function readWaitlist(url: string): Promise<() => Promise<void>> {
  const { pool, close } = connect({ url, applicationName: 'duo-backup', onError: () => {} })
  onTestFinished(close)
  const reader = await pool.connect()
  await reader.query('set idle_in_transaction_session_timeout = 0; begin; lock table waitlist_signup in access share mode')
  return async () => {
    await reader.query('commit')
    reader.release()
  }
}

test('while a migration waits behind a backup, people still join within 1.5 s; it runs when the backup has ended', async () => {
  const { db, url } = await testDatabase(onTestFinished)
  const requests = connect({ url, onError: () => {} })
  onTestFinished(requests.close)
  const endBackup = await readWaitlist(url)
  const lines: string[] = []
  let isWaiting = true
  const migrating = migrate(db, 'up', withColumn, (line) => lines.push(line)).finally(() => {
    isWaiting = false
  })
  const times: number[] = []
  while (lines.length < 3 && isWaiting) {
    const started = performance.now()
    await makeSignup(requests.db)
    times.push(performance.now() - started)
    await sleep(5)
  }
  await endBackup()
  expect((await migrating).find((state) => state.name === name)).toMatchObject({ state: 'applied', changed: true })
  expect(lines[0]).toMatch(
    /^a migration waits for a lock \(the oldest transaction is \d+ s old: duo-backup, Postgres process \d+\), next attempt in 0\.5 s$/,
  )
  // at least one join waited behind the migration, or the test has shown nothing
  expect(Math.max(...times)).toBeGreaterThan(100)
  expect(Math.max(...times)).toBeLessThan(1_500)
})

test('a migration that gets no lock within a minute gives up, names the transaction in the way, and changes nothing', async () => {
  const { db, url } = await testDatabase(onTestFinished)
  const endBackup = await readWaitlist(url)
  const pauses = vi.mocked(sleep).mock
  pauses.calls.length = 0
  await expect(migrate(db, 'up', withColumn)).rejects.toThrow(
    /^the migration did not get its locks within 6\d s \(.* duo-backup, Postgres process \d+\)\. Nothing was changed\. Wait until/,
  )
  const waited = pauses.calls.map(([ms]) => ms ?? 0)
  expect(waited).toEqual(waited.toSorted((one, other) => one - other))
  expect((await migrate(db, 'status', withColumn)).at(-1)).toMatchObject({ name, state: 'pending' })
  await endBackup()
})
