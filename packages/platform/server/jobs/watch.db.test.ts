import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watch } from './watch.ts'

const { url } = await testDatabase()

test.each([2, -2])('a clock that steps by %i hours replaces no worker, and a hang after it is still noticed', async (hours) => {
  const now = Date.now
  let offset = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + offset)
  const fetchedOn = Date.now()
  const onHung = vi.fn(async () => 0)
  const log = createLog({ level: 'silent', readable: false })
  const lastFetches = () => [{ name: 'test', count: 0, createdOn: fetchedOn, lastFetchedOn: fetchedOn }]
  const { stop } = watch({ url, hungAfter: 2_400, lastFetches, log, onHung })
  onTestFinished(() => {
    stop()
    clock.mockRestore()
  })
  offset = hours * 3_600_000
  // several looks, fewer ms than a poller may be silent
  await sleep(1_000)
  expect(onHung).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(onHung).toHaveBeenCalled(), 10_000)
})
