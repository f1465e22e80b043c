import { connect } from '@duo/db/connection/connect.ts'
import { findEmbedded, startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { noteRecovery } from '@duo/platform/testing/faults/fault-report.ts'
import {
  injectFault,
  type PostgresFault,
  postgresFaults,
  waitUntilReachable,
} from '@duo/platform/testing/faults/postgres-faults.ts'
import { storedJobs } from '@duo/platform/testing/jobs.ts'
import { inSample, tries, wholeSuite } from '@duo/platform/testing/scope.ts'
import { type BuiltServer, freePort, newDataDir, startBuiltServer } from '@duo/platform/testing/servers/built-server.ts'
import { startMailServer } from '@duo/platform/testing/servers/mail-server.ts'
import { afterAll, expect, test } from 'vitest'
import { onlySettings } from '../config/env.ts'
import { joinMany } from '../testing/jobs.ts'

const mail = await startMailServer({ delay: 50 })
const servers = new Set<BuiltServer>()
const dataDirs = new Set<string>()
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  for (const dataDir of dataDirs) await stopEmbedded({ dataDir, mode: 'immediate' })
  await mail.close()
})

function dataFolder() {
  const dataDir = newDataDir()
  dataDirs.add(dataDir)
  return dataDir
}

async function start(settings: Record<string, string>) {
  const server = await startBuiltServer(
    onlySettings({
      NODE_ENV: 'production',
      SMTP_URL: mail.url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      SECRET: 'a secret of the faults, 32 letters and more',
      ...settings,
    }),
  )
  servers.add(server)
  return server
}

async function expectEmptyQueue(url: string, timeout: number) {
  const { db, close } = connect({ url, poolMax: 1, applicationName: 'duo-faults', onError: () => {} })
  try {
    await expect.poll(() => storedJobs(db), { timeout, message: 'jobs left' }).toEqual([])
  } finally {
    await close()
  }
}

const mailsTo = (recipients: string[]) => mail.received.filter(({ to }) => recipients.includes(to))

// waits until everyone has their mail; each may repeat, but only with the same Message-ID
async function expectMails(recipients: string[], timeout: number) {
  await expect
    .poll(() => recipients.length - new Set(mailsTo(recipients).map(({ to }) => to)).size, { timeout, message: 'mails not sent' })
    .toBe(0)
  expect(new Set(mailsTo(recipients).map(({ messageId }) => messageId)).size, 'messages').toBe(recipients.length)
}

// thirty mails in progress, then the fault; all are sent within ten seconds after Postgres is back
async function expectMailsAfterFault(
  server: BuiltServer,
  dataDir: string,
  fault: PostgresFault,
  restart?: () => Promise<unknown>,
) {
  const url = findEmbedded(dataDir) ?? ''
  const recipients = await joinMany(server.url, 30)
  expect(recipients.length).toBeGreaterThan(0)
  await injectFault(dataDir, url, fault)
  await restart?.()
  await waitUntilReachable(url)
  const back = performance.now()
  await expectMails(recipients, 10_000)
  await expectEmptyQueue(url, back + 10_000 - performance.now())
  noteRecovery(`${fault}, ${restart ? 'external' : 'embedded'} Postgres, 30 mails in progress`, performance.now() - back)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
}

// each fault `times` times in the whole suite; in `npm test` the two fastest
const faults = (times: number): readonly PostgresFault[] =>
  wholeSuite ? Array.from({ length: times }, () => postgresFaults).flat() : ['immediate', 'kill backend']

test.runIf(inSample(0, 2))(
  'all mails in progress are sent after any fault of the embedded Postgres, and SIGTERM ends the server',
  async () => {
    const dataDir = dataFolder()
    const server = await start({ PORT: String(await freePort()), DATA_DIR: dataDir })
    for (const fault of faults(4)) await expectMailsAfterFault(server, dataDir, fault)
    expect(await server.end('SIGTERM')).toBeLessThan(20_000)
  },
)

test.runIf(inSample(1, 2))('all mails in progress are sent after any fault of an external Postgres', async () => {
  const dataDir = dataFolder()
  const { url } = await startEmbedded({ dataDir })
  const server = await start({ PORT: String(await freePort()), DATABASE_URL: url, DATA_DIR: dataDir })
  for (const fault of faults(2)) await expectMailsAfterFault(server, dataDir, fault, () => startEmbedded({ dataDir }))
  expect(await server.end('SIGTERM')).toBeLessThan(20_000)
})

test('a server killed while sending mails loses none, and repeats one only with the same Message-ID', {
  timeout: 1_200_000,
}, async () => {
  const settings = { PORT: String(await freePort()), DATA_DIR: dataFolder() }
  let server = await start(settings)
  for (let attempt = 0; attempt < tries(30); attempt++) {
    const recipients = await joinMany(server.url, 30)
    expect(recipients.length).toBeGreaterThan(0)
    await server.end('SIGKILL')
    const restarting = performance.now()
    server = await start(settings)
    await expectMails(recipients, 20_000)
    noteRecovery('server killed while it sends 30 mails, and restarted', performance.now() - restarting)
  }
  await server.end('SIGKILL')
})
