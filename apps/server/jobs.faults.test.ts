import { stopEmbedded } from '@duo/db/embedded.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/built-server.ts'
import { startMailServer } from '@duo/platform/testing/mail-server.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import { afterAll, expect, test } from 'vitest'
import { onlySettings } from './env.ts'
import { joinMany } from './jobs-testing.ts'

const mail = await startMailServer({ delay: 50 })
const dataDir = newDataDir()
const port = await freePort()
let server: BuiltServer | undefined

const start = () =>
  startBuiltServer(
    onlySettings({
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }),
  )

afterAll(async () => {
  await server?.end('SIGKILL')
  await stopEmbedded({ dataDir, mode: 'immediate' })
  await mail.close()
})

test('a server that is killed while it sends mails loses none of them, and repeats one only under the same Message-ID', async () => {
  for (let attempt = 0; attempt < tries(30, 2); attempt++) {
    server = await start()
    const people = await joinMany(server.url, 30)
    await server.end('SIGKILL')
    server = await start()
    const sent = () => mail.received.filter(({ to }) => people.includes(to))
    await expect.poll(() => new Set(sent().map(({ to }) => to)).size, { timeout: 15_000 }).toBe(people.length)
    expect(people.length).toBeGreaterThan(0)
    expect(new Set(sent().map(({ messageId }) => messageId)).size).toBe(people.length)
    await server.end('SIGKILL')
  }
})
