import { testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { watchAccess } from './live-access.ts'

const { db } = await testDatabase()

test('a stream that opens while other sessions are being checked stays open', async () => {
  const context = { db, log: createLog({ level: 'silent', readable: false }) }
  const endedStream = watchAccess(context, { kind: 'session', id: uuidv7() })
  const newStream = await db.transaction().execute(async (tx) => {
    await sql`lock table auth_session in access exclusive mode`.execute(tx)
    // wait until the lock blocks the check of the first stream
    await vi.waitUntil(
      async () => {
        const { rows } = await sql`
          select 1 from pg_locks where relation = 'auth_session'::regclass and not granted`.execute(tx)
        return rows.length > 0
      },
      { timeout: 10_000, interval: 20 },
    )
    return watchAccess(context, { kind: 'session', id: uuidv7() })
  })
  await expect.poll(() => endedStream.signal.aborted).toBe(true)
  expect(newStream.signal.aborted).toBe(false)
  newStream.unsubscribe()
  endedStream.unsubscribe()
})
