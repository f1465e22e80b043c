import { makeSignup } from '@duo/db/factories.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import type { NewWaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import type { Mail } from '@duo/platform/server/mail/mail.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { connectAll, testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseSignup } from '../entry/delete-entry.ts'
import { confirmEntry, exportEntry } from '../entry/entry.ts'
import { advanceForReferral } from '../position/position-queries.ts'
import { insertEvent } from '../signup-queries.ts'
import { confirmReminderMail, placeMail } from './mail-jobs.ts'
import { mailPlaces, remindUnconfirmed } from './reminders.ts'

const { db } = await testDatabase()
await createQueues(db, [confirmReminderMail, placeMail])

beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_advanced_seat, waitlist_vacated_seat, waitlist_position_delta, waitlist_position_sum cascade`.execute(
    db,
  )
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

const on = { sendsMail: true, waitlistMails: { reminders: true, places: true } }
const off = { sendsMail: true, waitlistMails: { reminders: false, places: false } }
const withoutMail = { ...on, sendsMail: false }

const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const joined = (days: number, more: Partial<NewWaitlistSignup> = {}) => makeSignup(db, { created_at: daysAgo(days), ...more })
const confirmed = (days: number, more: Partial<NewWaitlistSignup> = {}) => joined(days, { confirmed_at: daysAgo(days), ...more })

/** As if the reminders that were sent so far had been sent earlier, and their entries made. */
async function later(days: number) {
  await sql`update waitlist_signup set created_at = created_at - make_interval(days => ${days}),
    confirmed_at = confirmed_at - make_interval(days => ${days})`.execute(db)
  await sql`update waitlist_reminder set confirm_at = confirm_at - make_interval(days => ${days}),
    place_at = place_at - make_interval(days => ${days})`.execute(db)
}

type Task = typeof mailPlaces

/** The payloads of the jobs that a run of the task enqueues, in the order of joining. */
async function enqueuedBy(task: Task, settings = on, database: Db = db) {
  await forgetAllJobs(db)
  await task(database, settings)
  const payloads = (await waitingJobs(db)).map(({ payload }) => payload)
  return payloads.sort((one, other) => (String(one.signupId) < String(other.signupId) ? -1 : 1))
}

describe('who has not confirmed', () => {
  test('is reminded after two days and after seven, and then no more', async () => {
    const { id: signupId } = await joined(1)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([])
    await later(1)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([{ signupId, isLast: false }])
    for (let day = 3; day < 7; day++) {
      await later(1)
      expect([day, await enqueuedBy(remindUnconfirmed)]).toEqual([day, []])
    }
    await later(1)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([{ signupId, isLast: true }])
    for (const days of [1, 7, 14]) {
      await later(days)
      expect(await enqueuedBy(remindUnconfirmed)).toEqual([])
    }
  })

  test('gets one mail where the setting comes late, and none after a month', async () => {
    const { id: signupId } = await joined(20)
    await joined(31)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([{ signupId, isLast: true }])
    await later(3)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([])
  })

  test('does not get both at once from a server that was down', async () => {
    const { id: signupId } = await joined(6.9)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([{ signupId, isLast: false }])
    await later(1)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([])
    await later(1)
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([{ signupId, isLast: true }])
  })

  test('gets nothing once confirmed or unsubscribed', async () => {
    await joined(3, { confirmed_at: new Date() })
    await joined(3, { unsubscribed_at: new Date() })
    expect(await enqueuedBy(remindUnconfirmed)).toEqual([])
  })
})

describe('who confirmed and waits', () => {
  test('is mailed the place a month after the last news of it', async () => {
    await makeSignup(db)
    const { id: signupId } = await confirmed(29)
    expect(await enqueuedBy(mailPlaces)).toEqual([])
    await later(1)
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId }])
    await later(29)
    expect(await enqueuedBy(mailPlaces)).toEqual([])
    await later(1)
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId }])
  })

  test('gets no such mail in the month after a friend moved the place', async () => {
    const [moved, stayed] = [await confirmed(40), await confirmed(40)]
    await insertEvent(db, moved.id, 'friend_counted', { from: 9, to: 2, friends: 1 })
    await insertEvent(db, stayed.id, 'friend_counted', { from: 1, to: 1, friends: 1 })
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId: stayed.id }])
  })

  test('is not told again to be first, but is when the place has changed in between', async () => {
    const [first, second] = [await confirmed(40), await confirmed(40)]
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId: first.id }, { signupId: second.id }])
    for (let month = 0; month < 2; month++) {
      await later(31)
      expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId: second.id }])
    }
    await advanceForReferral(db, second.seat)
    await later(31)
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId: first.id }, { signupId: second.id }])
    await later(31)
    expect(await enqueuedBy(mailPlaces)).toEqual([{ signupId: first.id }])
  })

  test('gets nothing once invited or unsubscribed', async () => {
    await confirmed(40, { invited_at: new Date() })
    await confirmed(40, { unsubscribed_at: new Date() })
    await joined(40)
    expect(await enqueuedBy(mailPlaces)).toEqual([])
  })
})

describe.each([
  ['a reminder', remindUnconfirmed, () => joined(3)],
  ['a place mail', mailPlaces, () => confirmed(40)],
])('%s', (_name, task: Task, make) => {
  test('is off unless the operator turned it on, and waits for a mail server', async () => {
    await make()
    expect(await enqueuedBy(task, off)).toEqual([])
    expect(await enqueuedBy(task, withoutMail)).toEqual([])
    expect(await enqueuedBy(task)).toHaveLength(1)
  })

  test('is enqueued once by servers that look at the same time, and at most a batch of them in one run', async () => {
    for (let i = 0; i < 30; i++) await make()
    await connectAll(db)
    await Promise.all(Array.from({ length: 8 }, () => task(db, on, 5)))
    await task(db, on, 30)
    const ids = (await waitingJobs(db)).map(({ payload }) => payload.signupId)
    expect([ids.length, new Set(ids).size]).toEqual([30, 30])
  })

  test('that a crash prevents leaves no record, so that the next run enqueues it', async () => {
    await make()
    const crash = inTransaction(db, async (tx) => {
      await task(tx, on)
      throw new Error('killed before the commit')
    })
    await expect(crash).rejects.toThrow('killed')
    expect(await waitingJobs(db)).toEqual([])
    expect(await enqueuedBy(task)).toHaveLength(1)
  })

  test('does not wait for an entry that is being erased', async () => {
    const [leaving, other] = [await make(), await make()]
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const erasing = db.transaction().execute(async (tx) => {
      await eraseSignup(tx, leaving.id)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    expect(await enqueuedBy(task)).toMatchObject([{ signupId: other.id }])
    held.resolve()
    await erasing
  })
})

test('no mail is sent to who confirmed, was invited, unsubscribed or left after it was enqueued', async () => {
  const [confirming, stopping, leaving, staying] = [await joined(3), await joined(3), await joined(3), await joined(3)]
  const [invited, waiting] = [await confirmed(40), await confirmed(40)]
  await remindUnconfirmed(db, on)
  await mailPlaces(db, on)
  await confirmEntry(db, confirming.id)
  await sql`update waitlist_signup set invited_at = now() where id = ${invited.id}`.execute(db)
  await sql`update waitlist_signup set unsubscribed_at = now() where id = ${stopping.id}`.execute(db)
  await eraseSignup(db, leaving.id)
  const sent: string[] = []
  const mailer = { send: async ({ to }: Mail) => void sent.push(to), close: () => {} }
  const context = { ...testContext(db), mailer }
  for (const { name, payload } of await waitingJobs(db)) {
    const job = [confirmReminderMail, placeMail].find((each) => each.name === name)
    await job?.perform(context, payload, { messageId: name, attempt: 1, signal: new AbortController().signal })
  }
  expect(sent.sort()).toEqual([staying.email, waiting.email].sort())
})

test('the download of an entry contains what it was sent', async () => {
  const { id } = await joined(3)
  await remindUnconfirmed(db, on)
  expect(await exportEntry({ db, publicUrl: '' }, id)).toMatchObject({
    reminders_sent: { confirm_step: 1, confirm_at: expect.any(String), place: null, place_at: null },
  })
})
