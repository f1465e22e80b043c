import { testDatabase } from '@duo/db/testing.ts'
import { deadJobs } from '@duo/platform/server/jobs-dead.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountMail, queueMail } from './jobs.ts'
import { forgetMails } from './mail-queries.ts'

const { db } = await testDatabase()

test('a mail that nobody could send within 7 days goes with its dead job, so that no operator retries nothing', async () => {
  const forget = () => forgetMails(db, { job: accountMail.name, most: 10 })
  for (const name of ['old', 'young', 'sending'])
    await queueMail(db, { kind: 'resend', email: `${name}@example.com`, language: 'en' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
  expect(await forget()).toBe(0)
  expect(await deadJobs(db)).toHaveLength(3)
  await sql`update auth_mail set created_at = now() - interval '7 days 1 minute' where email <> 'young@example.com'`.execute(db)
  // its worker still has it
  await sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'worker' where payload ->> 'mailId' =
    (select id::text from auth_mail where email = 'sending@example.com')`.execute(db)
  expect(await forget()).toBe(2)
  expect(await db.selectFrom('auth_mail').select('email').execute()).toEqual([{ email: 'young@example.com' }])
  expect(await deadJobs(db)).toMatchObject([{ name: 'auth.mail' }])
  expect((await sql`select from graphile_worker.jobs`.execute(db)).rows).toHaveLength(2)
})
