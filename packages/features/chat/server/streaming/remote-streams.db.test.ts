import { testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRemoteStreams } from './remote-streams.ts'

const { db } = await testDatabase()

test('who leaves a reply and comes back as it ends is told of its end', async () => {
  const remote = createRemoteStreams({ db, log: createLog({ level: 'silent', readable: false }) })
  onTestFinished(remote.close)
  const id = crypto.randomUUID()
  // nobody writes it any more, and the answer that says so is on its way
  remote.release(id, remote.acquire(id))
  const again = remote.acquire(id)
  await vi.waitFor(() => expect(again.isClosed).toBe(true))
})
