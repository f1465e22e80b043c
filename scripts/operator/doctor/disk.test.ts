import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { readEnv } from '@duo/server/config/env.ts'
import { expect, test, vi } from 'vitest'
import { checkDisk } from './disk.ts'

vi.mock('node:fs/promises', { spy: true })

test.each([
  [0.09, 'note', '90.0 GB (9 %) free in'],
  [0.11, 'ok', '110.0 GB free in'],
])('a large disk of which %d is left', async (share, mark, says) => {
  const GB = 1024 ** 3
  const blocks = 1_000 * GB
  vi.mocked(statfs).mockResolvedValue({ bavail: blocks * share, bsize: 1, blocks } as Awaited<ReturnType<typeof statfs>>)
  expect(await checkDisk(readEnv({ DATA_DIR: tmpdir() }))).toMatchObject({ mark, says: expect.stringContaining(says) })
})
