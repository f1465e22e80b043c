import { connect } from '@duo/db/connection/connect.ts'
import { openFaultProxy } from '@duo/db/test-server/fault-proxy.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { createLog } from '@duo/platform/server/log.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createListener } from './db-listen.ts'

const { pool, url } = await testDatabase()

async function listening() {
  const proxy = await openFaultProxy(url)
  const weak = connect({ url: proxy.url, connectTimeoutMs: 300, onError: () => {} })
  const log = createLog({ level: 'silent', readable: false })
  const warned = vi.spyOn(log, 'warn')
  const onNotification = vi.fn()
  const onReconnect = vi.fn()
  const options = { pool: weak.pool, channel: 'test_listen', log, onNotification, onReconnect, heartbeatMs: 100, limitMs: 200 }
  const { stop } = await createListener(options)
  onTestFinished(async () => {
    await stop()
    await weak.close()
    await proxy.close()
  })
  return { proxy, warned, onNotification, onReconnect, stop }
}

test('a connection that falls silent without closing is replaced, and what was missed meanwhile is read', async () => {
  const { proxy, warned, onNotification, onReconnect } = await listening()
  expect(onReconnect).toHaveBeenCalledOnce()
  proxy.freeze()
  await vi.waitFor(
    () => expect(warned).toHaveBeenCalledWith({ channel: 'test_listen' }, 'LISTEN connection lost, reconnecting'),
    3_000,
  )
  expect(onReconnect).toHaveBeenCalledOnce()
  proxy.thaw()
  await vi.waitFor(() => expect(onReconnect).toHaveBeenCalledTimes(2), 5_000)
  await pool.query(`notify test_listen, 'after'`)
  await vi.waitFor(() => expect(onNotification).toHaveBeenCalledWith('after'), 3_000)
})

test('a connection that responds is kept', async () => {
  const { warned, onReconnect } = await listening()
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where application_name like '%(test_listen)' and query = 'select 1'`,
    )
    expect(rows).toHaveLength(1)
  }, 3_000)
  expect(onReconnect).toHaveBeenCalledOnce()
  expect(warned).not.toHaveBeenCalled()
})

test('stops within its limit even if the connection is silent', async () => {
  const { proxy, stop } = await listening()
  proxy.freeze()
  const started = performance.now()
  await stop()
  expect(performance.now() - started).toBeLessThan(1_000)
})
