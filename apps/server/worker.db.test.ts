import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { testApp } from './testing.ts'
import { startJobs } from './worker.ts'

const database = await testDatabase()
const app = await testApp({}, database)
afterAll(async () => {
  await app.close()
  await database.close()
})
const { db, pool } = database

const withoutMail = readEnv({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://duo@database.example/duo',
  SECRET: 'long enough to be taken for a secret',
})
const mailsCaught = readEnv({ NODE_ENV: 'test' })

const waiting = async () =>
  (
    await sql<{ name: string; attempts: number }>`
    select task_identifier as name, attempts::int from graphile_worker.jobs`.execute(db)
  ).rows

test('where no mail can go out mails wait with all their attempts, whatever else is done, and go out once there is a way', async () => {
  await fetch(new URL('/api/trpc/waitlist.join', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', language: 'en', invitedByCode: null }),
  })
  const off = await startJobs({ env: withoutMail, pool, world: app.world })
  // a job behind the mail, so that its end shows that the mail's turn has been
  await sql`select graphile_worker.add_job('survey.mirror', json_build_object('signupId', gen_random_uuid()), priority => 10)`.execute(
    db,
  )
  await expect.poll(waiting).toEqual([{ name: 'waitlist.welcome', attempts: 0 }])
  await off.stop()

  const on = await startJobs({ env: mailsCaught, pool, world: app.world })
  await expect.poll(waiting).toEqual([])
  await on.stop()
  expect(await db.selectFrom('caught_mail').select('recipient').execute()).toEqual([{ recipient: 'ana@example.com' }])
})
