import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDataDir } from '@duo/db/embedded/testing.ts'
import { startEmbedded } from '@duo/db/embedded.ts'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 30_000 })

test('db:stop stops the embedded server of DATA_DIR, and is content when there is none', async () => {
  const dataDir = temporaryDataDir()
  const stop = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'db-stop.ts')], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  expect((await stop()).stdout).toBe(`No embedded Postgres is running in ${dataDir}.\n`)
  const { pid } = await startEmbedded({ dataDir })
  expect((await stop()).stdout).toBe(`Stopped the embedded Postgres of ${dataDir} (process ${pid}).\n`)
  expect((await stop()).stdout).toContain('No embedded Postgres')
})
