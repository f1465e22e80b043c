import { testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRemoteStreams } from './remote-streams.ts'

const { db } = await testDatabase()

test('notifies a subscriber that leaves and returns while the reply ends', async () => {
  const remote = createRemoteStreams({ db, log: createLog({ level: 'silent', readable: false }) })
  onTestFinished(remote.close)
  const id = crypto.randomUUID()
  // the reply has ended, and the query that finds this out is running
  remote.release(id, remote.acquire(id))
  const again = remote.acquire(id)
  await vi.waitFor(() => expect(again.isClosed).toBe(true))
})
