import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { acquireServerLock } from './server-lock.ts'
import { eventually, testDatabase } from './testing.ts'

const { url, pool } = await testDatabase()

test('rejects a second server, naming process and port of the first, until the first releases the lock', async () => {
  const first = await acquireServerLock(url, { pid: 111, port: 3000 })
  await expect(acquireServerLock(url, { pid: 222, port: 3001 })).rejects.toMatchObject({
    code: 'DATABASE_CLAIMED',
    message: expect.stringContaining('another Duo server already uses this database (process 111 on port 3000)'),
  })
  await first.release()
  const second = await eventually(() => acquireServerLock(url, { pid: 222, port: 3001 }))
  await second.release()
})

test('kill -9 of a server releases its lock', async () => {
  const script = `import { acquireServerLock } from ${JSON.stringify(join(import.meta.dirname, 'server-lock.ts'))}
    await acquireServerLock(${JSON.stringify(url)}, { pid: process.pid, port: 3000 })
    process.stdout.write('claimed')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  await expect(acquireServerLock(url, { pid: 222, port: 3001 })).rejects.toThrow(`process ${server.pid} on port 3000`)
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
  const next = await eventually(() => acquireServerLock(url, { pid: 222, port: 3001 }))
  await next.release()
})

test('notifies a server that has lost its lock', async () => {
  const onLost = vi.fn<(error: Error) => void>()
  await eventually(() => acquireServerLock(url, { pid: 111, port: 3000, onLost }))
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'duo-server pid 111 port 3000'`,
  )
  await eventually(() => expect(onLost).toHaveBeenCalled())
})
