import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { acquireServerLock, findRunningServer } from '@duo/db/server-lock.ts'
import { startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { temporaryDataDir } from '@duo/embedded-postgres/testing.ts'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 30_000 })

test('db:stop stops the embedded server of DATA_DIR unless Duo runs on it, and succeeds if there is none', async () => {
  const dataDir = temporaryDataDir()
  const stop = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'db-stop.ts')], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  expect((await stop()).stdout).toBe(`No embedded Postgres is running in ${dataDir}.\n`)
  const { pid, url } = await startEmbedded({ dataDir })

  // a running server would restart it while the folder is copied
  const claim = await acquireServerLock(url, { pid: 111, port: 3000 })
  await expect(stop()).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^db:stop: Duo is running on it \(process 111 on port 3000\): .*\n$/),
  })
  await claim.release()
  await vi.waitFor(async () => expect(await findRunningServer(dataDir)).toBeNull())
  expect((await stop()).stdout).toBe(`Stopped the embedded Postgres of ${dataDir} (process ${pid}).\n`)
  expect((await stop()).stdout).toContain('No embedded Postgres')
})
