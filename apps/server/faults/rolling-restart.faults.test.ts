import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { noteRecovery } from '@duo/platform/testing/faults/fault-report.ts'
import { inSample, tries } from '@duo/platform/testing/scope.ts'
import { haproxy, haproxySettings, nginx, nginxSettings, startBalancer } from '@duo/platform/testing/servers/balancer.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { startClients } from '../testing/load.ts'
import { chatSettings, longAnswer, readToTheEnd, startReader } from '../testing/streams.ts'

const folder = newDataDir()
const database = await startEmbedded({ dataDir: folder })
const model = await startModelServer({ usual: longAnswer })
const ports = [await freePort(), await freePort()]
const servers: BuiltServer[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await model.close()
  await database.release()
})

const start = (port: number, index: number) =>
  startBuiltServer(
    onlySettings({
      ...chatSettings(model.url),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, `server-${index}`),
      DATABASE_URL: database.url,
      SECRET: 'a secret that both servers share in this test',
      DRAIN_SECONDS: '5',
      TRUST_PROXY: '2',
      LOG_LEVEL: 'warn',
    }),
  )

const balancers = [
  { name: 'haproxy (polls /ready)', package: 'haproxy', program: haproxy, settings: haproxySettings },
  { name: 'nginx (notices failed requests only)', package: 'nginx', program: nginx, settings: nginxSettings },
]
for (const { name, package: debian, program, settings } of balancers) {
  const missing = !existsSync(program)
  if (missing) console.log(`skipped: a rolling restart behind ${debian}, which needs: apt-get install ${debian}`)
  // npm test uses one balancer: nginx, which notices the least
  const times = tries(4, debian === 'nginx' && inSample(0, 3) ? 1 : 0)
  test.skipIf(missing || times === 0)(
    `a rolling restart behind ${name} fails no request and loses no word of a reply`,
    async () => {
      for (const [i, port] of ports.entries()) servers[i] ??= await start(port, i)
      const { url, stop: stopBalancer } = await startBalancer(program, settings, { port: await freePort(), servers: ports })
      onTestFinished(() => stopBalancer())
      await expect.poll(async () => (await fetch(`${url}/ready`)).status, { timeout: 10_000 }).toBe(200)
      const { load, stop } = startClients(url, 16, { restarts: true })
      onTestFinished(stop)
      for (let attempt = 0; attempt < times; attempt++) {
        const readers = await Promise.all(Array.from({ length: 4 }, () => startReader(url)))
        const reads = readers.map(({ browser, replyId }) => readToTheEnd(browser, replyId))
        for (const [i, port] of ports.entries()) {
          const time = (await servers[i]?.end('SIGTERM')) ?? Number.NaN
          expect(time).toBeLessThan(15_000)
          noteRecovery(`rolling restart behind ${debian}, 16 clients and 4 streams, each server until it is gone`, time)
          expect((await servers[i]?.exited)?.code).toBe(0)
          servers[i] = await start(port, i)
          // as a deployment does: restart the next server only when this one is in use again
          const { done } = load
          await expect.poll(() => load.done, { timeout: 10_000 }).toBeGreaterThan(done + 100)
        }
        for (const { text, message } of await Promise.all(reads)) expect(text).toBe(message?.content)
      }
      await stop()
      expect(load.failures).toEqual([])
      expect(load.done).toBeGreaterThan(500)
    },
    times * 150_000,
  )
}
