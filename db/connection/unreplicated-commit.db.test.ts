import { eventually } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isConnectionError } from '../errors.ts'
import { inTransaction } from '../index.ts'
import { startTestServer } from '../test-server/server.ts'
import { connect } from './connect.ts'

vi.setConfig({ testTimeout: 60_000 })

test('no time-out cancels the wait for a standby, and a commit whose wait was cancelled is never acknowledged', async () => {
  const server = await startTestServer()
  onTestFinished(server.stop)
  // the test server acknowledges a commit before it is on disk, unless a connection asks
  const url = new URL(server.url)
  url.searchParams.set('options', '-c synchronous_commit=on')
  const { db, close } = connect({ url: url.href, statementTimeoutMs: 50, onError: () => {} })
  onTestFinished(close)
  const administrator = connect({ url: server.url, poolMax: 1, statementTimeoutMs: 0, onError: () => {} })
  onTestFinished(administrator.close)
  const run = (text: string) => sql<{ pid: number }>`${sql.raw(text)}`.execute(administrator.db)
  await run('create table kept (n int)')
  await run(`alter system set synchronous_standby_names = 'absent'`)
  await run('select pg_reload_conf()')
  await eventually(async () =>
    expect((await run('show synchronous_standby_names')).rows).toEqual([{ synchronous_standby_names: 'absent' }]),
  )

  const insert = (on: typeof db, n: number) => sql`insert into kept values (${n}::int)`.execute(on)
  for (const write of [() => insert(db, 1), () => inTransaction(db, (tx) => insert(tx, 2))]) {
    const written = write()
    written.catch(() => {})
    const pid = await vi.waitFor(async () => {
      // far longer than the time-out of statements
      const { rows } = await run(`select pid from pg_stat_activity
        where wait_event = 'SyncRep' and clock_timestamp() - query_start > interval '500 ms'`)
      expect(rows).toHaveLength(1)
      return rows[0]?.pid
    }, 10_000)
    await run(`select pg_cancel_backend(${pid})`)
    await expect(written).rejects.toSatisfy(isConnectionError)
  }
  expect((await sql`select n from kept order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }])
})
