import { randomUUID } from 'node:crypto'
import { testDatabase } from '@duo/db/testing.ts'
import { bossOf } from '@duo/platform/server/jobs/queue.ts'
import { storedJobs } from '@duo/platform/testing/jobs.ts'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../config/env.ts'
import { testApp } from '../testing/test-app.ts'
import { startJobs } from './worker.ts'

const database = await testDatabase()
const app = await testApp({}, database)
afterAll(async () => {
  await app.close()
  await database.close()
})
const { db } = database

const withoutMail = readEnv({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://duo@database.example/duo?sslmode=verify-full',
  SECRET: 'long enough to be taken for a secret',
})
const mailsCaught = readEnv({ NODE_ENV: 'test' })

const waiting = async () => (await storedJobs(db)).map(({ name, state }) => ({ name, state }))

test('without mail delivery, mails wait with all their attempts while other jobs run, and are sent once there is SMTP', async () => {
  await fetch(new URL('/api/trpc/waitlist.join', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', language: 'en', invitedByCode: null }),
  })
  const off = await startJobs({ env: withoutMail, database, appContext: app.appContext })
  // a job behind the mail: when it ends, the mail has been considered
  await bossOf(db).send('survey.mirror', { messageId: 'm', payload: { signupId: randomUUID() } })
  await expect.poll(waiting).toEqual([{ name: 'waitlist.welcome', state: 'created' }])
  await off.stop()

  const on = await startJobs({ env: mailsCaught, database, appContext: app.appContext })
  await expect.poll(waiting).toEqual([])
  await on.stop()
  expect(await db.selectFrom('caught_mail').select('recipient').execute()).toEqual([{ recipient: 'ana@example.com' }])
})
