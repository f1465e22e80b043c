import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createLog } from '@duo/platform/server/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchDisk } from './watch-disk.ts'

vi.mock('node:fs/promises', { spy: true })

const setFree = (bavail: number) =>
  vi.mocked(statfs).mockResolvedValue({ bavail, bsize: 1_000_000, blocks: 1_000 } as Awaited<ReturnType<typeof statfs>>)

function watched() {
  vi.useFakeTimers()
  const log = createLog({ level: 'silent', readable: false })
  const messages: string[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...words: unknown[]) => void messages.push(`${level}: ${words.at(-1)}`))
  const disk = watchDisk({ folder: tmpdir(), log })
  onTestFinished(() => {
    disk.stop()
    vi.useRealTimers()
  })
  return { disk, messages }
}

test('says once that less than a tenth of the disk is left, and once that there is space again', async () => {
  setFree(99)
  const { messages } = watched()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(messages).toEqual(['warn: the disk of the data folder is nearly full'])
  setFree(101)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(messages.slice(1)).toEqual(['info: the disk of the data folder has space again'])
})

test('knows for a minute that the database refused a write, and says it once', async () => {
  setFree(900)
  const { disk, messages } = watched()
  expect(disk.isDatabaseFull()).toBe(false)
  disk.reportDatabaseFull()
  disk.reportDatabaseFull()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(disk.isDatabaseFull()).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(disk.isDatabaseFull()).toBe(false)
  expect(messages).toEqual(['error: the disk of the database is full: writes are refused with 503 until there is space'])
})
