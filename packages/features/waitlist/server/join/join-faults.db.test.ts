import { connect } from '@duo/db/connection/connect.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { openBreakingProxy } from '@duo/platform/testing/faults/breaking-proxy.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { appRouter } from '#server.ts'

const { db, url } = await testDatabase()
beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_position_delta cascade`.execute(db)
  await forgetAllJobs(db)
})

const email = 'ana@example.com'
const joinOn = (on: typeof db) =>
  createCaller(appRouter)(testContext(on)).waitlist.join({ email, language: 'en', invitedByCode: null })
const stored = async () => ({
  entries: (await db.selectFrom('waitlist_signup').select('email').execute()).length,
  events: (await db.selectFrom('waitlist_event').select('kind').execute()).length,
  mails: (await waitingJobs(db)).map(({ payload }) => payload.kind),
})

/** A connection that breaks when `when` matches; everything before has reached Postgres. */
async function breakingConnection(when: (sent: string) => boolean) {
  const proxy = await openBreakingProxy(url, when)
  const connection = connect({ url: proxy.url, onError: () => {} })
  onTestFinished(async () => {
    await connection.close()
    proxy.close()
  })
  return connection.db
}

test('a database crash after the entry is written rolls the join back, and a retry succeeds', async () => {
  await sql`create function die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db)
  await sql`create trigger die after insert on waitlist_signup for each row execute function die()`.execute(db)
  await expect(joinOn(db)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { code: 'unavailable' } })
  // the pool may still hold the connection that has just died
  const survive = () =>
    sql`drop trigger if exists die on waitlist_signup`.execute(db).then(
      () => true,
      () => false,
    )
  await expect.poll(survive).toBe(true)
  expect(await stored()).toEqual({ entries: 0, events: 0, mails: [] })
  expect(await joinOn(db)).toMatchObject({ error: null, userExists: false })
  expect(await stored()).toEqual({ entries: 1, events: 1, mails: ['joined'] })
})

test('a connection lost between a join and its response keeps the entry and its mail, and a retry finds them', async () => {
  const breaking = await breakingConnection((sent) => sent.includes('waitlist_join'))
  await expect(joinOn(breaking)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect.poll(stored).toEqual({ entries: 1, events: 1, mails: ['joined'] })
  expect(await joinOn(db)).toMatchObject({ error: null, userExists: true })
  expect(await stored()).toMatchObject({ entries: 1, mails: ['joined', 'already_there'] })
})
