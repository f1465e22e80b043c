import { testDatabase } from '@duo/db/testing.ts'
import { deadJobs } from '@duo/platform/server/jobs/admin.ts'
import { killJobs, storedJobs } from '@duo/platform/testing/jobs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enqueueAccountMail, purgeOldMails } from './account-mail-job.ts'

const { db } = await testDatabase()

test('deletes a mail unsent for 7 days with its dead or queued job, so that a retry has no effect', async () => {
  const forget = () => purgeOldMails(db, 10)
  const queue = (name: string) => enqueueAccountMail(db, { kind: 'resend', email: `${name}@example.com`, language: 'en' })
  await queue('old')
  await queue('young')
  await killJobs(db)
  await queue('waiting')
  expect(await forget()).toBe(0)
  expect(await deadJobs(db)).toHaveLength(2)
  await sql`update auth_mail set created_at = now() - interval '7 days 1 minute' where email <> 'young@example.com'`.execute(db)
  expect(await forget()).toBe(2)
  expect(await db.selectFrom('auth_mail').select('email').execute()).toEqual([{ email: 'young@example.com' }])
  expect(await deadJobs(db)).toMatchObject([{ name: 'auth.mail' }])
  expect(await storedJobs(db)).toEqual([])
})
