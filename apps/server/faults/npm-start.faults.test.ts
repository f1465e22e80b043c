import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { findEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { fillDisk, mountSmallDisk, unmount } from '@duo/platform/testing/faults/small-disk.ts'
import { inSample } from '@duo/platform/testing/scope.ts'
import { freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from '../config/env.ts'

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

// a terminal sends Ctrl-C to npm and its children; here only npm gets it, and after SIGKILL it cannot forward anything
test.each((['SIGTERM', 'SIGINT', 'SIGKILL'] as const).filter((_, index) => inSample(index, 3)))(
  '%s to the npm process of npm start ends the server and its Postgres',
  async (signal) => {
    const dataDir = newDataDir()
    const port = await freePort()
    const npm: ChildProcess = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: onlySettings({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      npm.kill('SIGKILL')
      await stopEmbedded({ dataDir, mode: 'immediate' })
    })
    const health = `http://127.0.0.1:${port}/health`
    await expect.poll(() => answers(health), { timeout: 60_000 }).toBe(true)
    npm.kill(signal)
    await expect.poll(() => answers(health), { timeout: 10_000 }).toBe(false)
    await expect.poll(() => findEmbedded(dataDir), { timeout: 10_000 }).toBeNull()
  },
)

const smallDisk = newDataDir()
const hasSmallDisk = mountSmallDisk(smallDisk)
afterAll(() => {
  if (hasSmallDisk) unmount(smallDisk)
})

// bytes left: none, and too few for a new Postgres
test.runIf(hasSmallDisk).each([0, 15_000_000])('a start on a disk with %i bytes left says that it is full', async (left) => {
  const dataDir = join(smallDisk, String(left))
  mkdirSync(dataDir, { mode: 0o711 })
  const filler = join(smallDisk, 'filler')
  fillDisk(filler)
  truncateSync(filler, statSync(filler).size - left)
  const env = onlySettings({ PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  await expect(startBuiltServer(env)).rejects.toThrow(
    `Duo cannot start: cannot write to the data folder ${dataDir}: its disk is full: free space, or set DATA_DIR to another folder`,
  )
})
