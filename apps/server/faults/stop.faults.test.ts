import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { noteRecovery } from '@duo/platform/testing/faults/fault-report.ts'
import { inSample, tries } from '@duo/platform/testing/scope.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, expect, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { startClients } from '../testing/load.ts'
import { chatSettings, longAnswer, readToTheEnd, startReader } from '../testing/streams.ts'

const model = await startModelServer({ usual: longAnswer })
const dataDir = newDataDir()
const port = await freePort()
let server: BuiltServer | undefined

const start = async () => {
  server = await startBuiltServer(
    onlySettings({
      ...chatSettings(model.url),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }),
  )
  return server
}

afterAll(async () => {
  await server?.end('SIGKILL')
  await stopEmbedded({ dataDir, mode: 'immediate' })
  await model.close()
})

test.runIf(inSample(1, 3))(
  'a stop under load fails no request, and readers get the rest of their reply from the next server',
  async () => {
    for (let attempt = 0; attempt < tries(6); attempt++) {
      const running = await start()
      const readers = await Promise.all(Array.from({ length: 4 }, () => startReader(running.url)))
      const reads = readers.map(async ({ browser, replyId }) => readToTheEnd(browser, replyId))
      const { load, ended } = startClients(running.url, 16)
      await expect.poll(() => load.done, { timeout: 20_000 }).toBeGreaterThan(300)
      const time = await running.end('SIGTERM')
      await ended
      expect(load.failures).toEqual([])
      expect(time).toBeLessThan(10_000)
      noteRecovery('SIGTERM under 16 clients and 4 streams, until the process is gone', time)
      expect((await running.exited).code, running.output()).toBe(0)
      expect(findEmbedded(dataDir)).toBeNull()

      const next = await start()
      for (const { text, message } of await Promise.all(reads)) {
        expect(text.length).toBeGreaterThan(0)
        expect(text).toBe(message?.content)
      }
      await next.end('SIGTERM')
    }
  },
)

test.runIf(inSample(2, 3))('a server with a frozen database still exits within ten seconds', async () => {
  const running = await start()
  const pid = Number(readFileSync(join(dataDir, 'pg18/postmaster.pid'), 'utf8').split('\n')[0])
  const { load, stop } = startClients(running.url, 4)
  await expect.poll(() => load.done, { timeout: 20_000 }).toBeGreaterThan(20)
  const processes = [pid, ...childrenOf(pid)]
  for (const one of processes) process.kill(one, 'SIGSTOP')
  try {
    expect(await running.end('SIGTERM')).toBeLessThan(10_000)
    expect((await running.exited).code).toBe(1)
  } finally {
    for (const one of processes) process.kill(one, 'SIGCONT')
    await stop()
  }
})

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
