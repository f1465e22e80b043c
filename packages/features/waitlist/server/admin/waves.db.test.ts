import { makeSignup } from '@duo/db/factories.ts'
import type { Db } from '@duo/db/index.ts'
import type { NewWaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { connectAll } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { betaInvitationMail } from '../mail/mail-jobs.ts'
import { type Invitee, previewWave, remainingQuota, runWave, type Wave } from './waves.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase())
})
beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_event, waitlist_advanced_seat, waitlist_wave restart identity cascade`.execute(db)
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

/** Creates entries in the order of joining, confirmed by default; `friends` moves them ahead. */
async function insertEntries(...entries: ({ email: string; friends?: number } & Partial<NewWaitlistSignup>)[]) {
  for (const { friends, email, ...entry } of entries) {
    const { seat } = await makeSignup(db, { confirmed_at: new Date(), ...entry, email: `${email}@example.com` })
    if (friends)
      await db
        .insertInto('waitlist_advanced_seat')
        .values({ seat, key: seat - 100 * friends, friends })
        .execute()
  }
}
const insertCrowd = (n: number) => insertEntries(...Array.from({ length: n }, (_, i) => ({ email: `person${i + 1}` })))
const names = (found: { email: string }[]) => found.map(({ email }) => email.replace('@example.com', ''))
const invited = async () =>
  names(await db.selectFrom('waitlist_signup').where('invited_at', 'is not', null).select('email').orderBy('seat').execute())
const mails = async () => (await waitingJobs(db)).map(({ payload }) => payload)
const preview = async (wave: Wave): Promise<Invitee[]> => {
  const answer = await previewWave(db, wave)
  return answer.error === null ? answer.people : []
}

test.each([
  [10, 0.4, { friends: 0, position: 0 }, { friends: 4, position: 6 }],
  [10, 0, { friends: 0, position: 0 }, { friends: 0, position: 10 }],
  [10, 1, { friends: 3, position: 0 }, { friends: 7, position: 0 }],
  [7, 0.5, { friends: 0, position: 0 }, { friends: 4, position: 3 }],
  [1000, 0.285, { friends: 0, position: 0 }, { friends: 285, position: 715 }],
  [10, 0.4, { friends: 4, position: 1 }, { friends: 0, position: 5 }],
  // unused share slots went to the others, so fewer slots are left than the share
  [10, 0.4, { friends: 1, position: 8 }, { friends: 1, position: 0 }],
  [10, 0.4, { friends: 4, position: 6 }, { friends: 0, position: 0 }],
])('with %i slots and a share of %d, inviting %o leaves %o', (size, byReferrals, taken, left) => {
  expect(remainingQuota({ name: 'a', size, byReferrals }, taken)).toEqual(left)
})

test('invites the most friends for the share, then by position; skips ineligible members', async () => {
  await insertEntries(
    { email: 'first' },
    { email: 'unconfirmed', confirmed_at: null },
    { email: 'left', unsubscribed_at: new Date() },
    { email: 'second' },
    { email: 'two-late', friends: 2 },
    { email: 'third' },
    { email: 'one', friends: 1 },
    { email: 'five', friends: 5 },
    { email: 'two-later', friends: 2 },
  )
  const wave = { name: 'spring', size: 5, byReferrals: 0.4 }
  const planned = await preview(wave)
  expect(planned.map(({ by }) => by)).toEqual(['friends', 'friends', 'position', 'position', 'position'])
  expect(names(planned)).toEqual(['five', 'two-late', 'two-later', 'one', 'first'])
  expect(await invited()).toEqual([]) // the preview changed nothing
  expect(await db.selectFrom('waitlist_wave').selectAll().execute()).toEqual([])

  expect(await runWave(db, wave)).toEqual({ error: null, state: 'complete', invitedNow: 5, total: 5 })
  expect((await invited()).sort()).toEqual(names(planned).sort())
  const events = await db
    .selectFrom('waitlist_event as e')
    .innerJoin('waitlist_signup as s', 's.id', 'e.signup_id')
    .where('e.kind', '=', 'invited')
    .select(['s.email', 's.wave', 'e.data'])
    .orderBy('e.id')
    .execute()
  expect(events).toEqual(planned.map(({ email, by }) => ({ email, wave: 'spring', data: { wave: 'spring', by } })))
  expect((await waitingJobs(db)).map(({ name, payload }) => `${name} ${payload.signupId}`).sort()).toEqual(
    planned.map(({ id }) => `${betaInvitationMail.name} ${id}`).sort(),
  )
})

test('without a share, members are invited in the order of the positions that they see', async () => {
  await insertCrowd(250)
  await insertEntries({ email: 'two', friends: 2 }, { email: 'one', friends: 1 }, { email: 'last' })
  const order = names(await preview({ name: 'spring', size: 253, byReferrals: 0 }))
  // 251 − 200 = 51 and 252 − 100 = 152; at equal keys, the member who moved comes first
  expect(order.slice(49, 53)).toEqual(['person50', 'two', 'person51', 'person52'])
  expect(order.indexOf('one')).toBe(order.indexOf('person152') - 1)
  expect(order.at(-1)).toBe('last')
  await runWave(db, { name: 'spring', size: 52, byReferrals: 0 })
  expect(await invited()).toEqual([...Array.from({ length: 51 }, (_, i) => `person${i + 1}`), 'two'])
})

test('share slots without an eligible member go to the earliest members', async () => {
  await insertEntries({ email: 'a' }, { email: 'b', friends: 1 }, { email: 'c' }, { email: 'd' })
  const planned = await preview({ name: 'spring', size: 4, byReferrals: 0.75 })
  expect(planned.map(({ email, by }) => [email[0], by])).toEqual([
    ['b', 'friends'],
    ['a', 'position'],
    ['c', 'position'],
    ['d', 'position'],
  ])
})

test('a repeated wave is complete and invites no one, even after a member left', async () => {
  await insertCrowd(6)
  const wave = { name: 'spring', size: 3, byReferrals: 0 }
  await runWave(db, wave)
  await db.deleteFrom('waitlist_signup').where('email', '=', 'person1@example.com').execute()
  expect(await runWave(db, wave)).toEqual({ error: null, state: 'complete', invitedNow: 0, total: 2 })
  expect(await previewWave(db, wave)).toEqual({ error: null, complete: true, alreadyInvited: 2, people: [] })
  expect(await mails()).toHaveLength(3)
})

test('a wave without enough members is reported as short and continues when there are more', async () => {
  await insertCrowd(2)
  const wave = { name: 'spring', size: 3, byReferrals: 0.5 }
  expect(await runWave(db, wave)).toEqual({ error: null, state: 'short', invitedNow: 2, total: 2 })
  await insertEntries({ email: 'late', friends: 1 }, { email: 'later' })
  expect(await runWave(db, wave)).toEqual({ error: null, state: 'complete', invitedNow: 1, total: 3 })
  expect(await invited()).toEqual(['person1', 'person2', 'late'])
})

test.each([
  { size: 4, byReferrals: 0.3 },
  { size: 3, byReferrals: 0.31 },
])('an existing wave name with other numbers (%o) is rejected and invites no one', async (numbers) => {
  await insertCrowd(5)
  await runWave(db, { name: 'spring', size: 3, byReferrals: 0.3 })
  const refusal = { error: 'other_numbers', size: 3, byReferrals: 0.3 }
  expect(await runWave(db, { name: 'spring', ...numbers })).toEqual(refusal)
  expect(await previewWave(db, { name: 'spring', ...numbers })).toEqual(refusal)
  expect(await invited()).toHaveLength(3)
})

test('a crash inside a batch loses only that batch, and rerunning the wave invites no one twice', async () => {
  await insertCrowd(10)
  const seventh = await db
    .selectFrom('waitlist_signup')
    .where('email', '=', 'person7@example.com')
    .select('id')
    .executeTakeFirstOrThrow()
  await sql`create function crash() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$`.execute(db)
  await sql`create trigger crash before insert on waitlist_event for each row
    when (new.signup_id = ${sql.lit(seventh.id)}) execute function crash()`.execute(db)
  const wave = { name: 'spring', size: 10, byReferrals: 0 }
  const seen: number[] = []
  await expect(runWave(db, wave, { batchSize: 3, onBatch: (total) => seen.push(total) })).rejects.toThrow('power cut')
  expect(seen).toEqual([3, 6])
  expect(await invited()).toHaveLength(6)
  expect(await mails()).toHaveLength(6)

  await sql`drop trigger crash on waitlist_event`.execute(db)
  await sql`drop function crash`.execute(db)
  expect(await runWave(db, wave, { batchSize: 3 })).toEqual({ error: null, state: 'complete', invitedNow: 4, total: 10 })
  expect(await invited()).toHaveLength(10)
  expect(new Set((await mails()).map(({ signupId }) => signupId)).size).toBe(10)
  expect(await mails()).toHaveLength(10)
})

test('stops after the current batch when aborted', async () => {
  await insertCrowd(6)
  const stop = new AbortController()
  const wave = { name: 'spring', size: 6, byReferrals: 0 }
  const answer = await runWave(db, wave, { batchSize: 2, signal: stop.signal, onBatch: () => stop.abort() })
  expect(answer).toEqual({ error: null, state: 'stopped', invitedNow: 2, total: 2 })
})

test('two operators who run the same wave at once invite its size in total, each member once', async () => {
  await insertCrowd(40)
  await connectAll(db)
  const wave = { name: 'spring', size: 25, byReferrals: 0 }
  const answers = await Promise.all([runWave(db, wave, { batchSize: 4 }), runWave(db, wave, { batchSize: 4 })])
  expect(answers.map((answer) => answer.error === null && answer.state)).toEqual(['complete', 'complete'])
  expect(answers.reduce((sum, answer) => sum + (answer.error === null ? answer.invitedNow : 0), 0)).toBe(25)
  expect(await invited()).toHaveLength(25)
  expect(await mails()).toHaveLength(25)
})

test('two concurrent waves invite different members', async () => {
  await insertCrowd(30)
  await connectAll(db)
  const answers = await Promise.all([
    runWave(db, { name: 'spring', size: 20, byReferrals: 0 }, { batchSize: 3 }),
    runWave(db, { name: 'summer', size: 10, byReferrals: 0 }, { batchSize: 3 }),
  ])
  expect(answers.map((answer) => answer.error === null && answer.state)).toEqual(['complete', 'complete'])
  const counts = await db
    .selectFrom('waitlist_event')
    .where('kind', '=', 'invited')
    .groupBy('signup_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()
  expect(counts.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, () => 1))
})

test('a wave skips an entry that another transaction has locked instead of waiting', async () => {
  await insertCrowd(3)
  const pending = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const other = db.transaction().execute(async (tx) => {
    await tx
      .updateTable('waitlist_signup')
      .set({ unsubscribed_at: new Date() })
      .where('email', '=', 'person1@example.com')
      .execute()
    pending.resolve()
    await done.promise
  })
  await pending.promise
  await runWave(db, { name: 'spring', size: 2, byReferrals: 0 })
  done.resolve()
  await other
  expect(await invited()).toEqual(['person2', 'person3'])
})

/** Calls `onCount` on every statement that counts a wave. */
function watched(onCount: () => void): Db {
  const counts = (node: unknown) => JSON.stringify(node).includes('is distinct from')
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode' && counts(node)) onCount()
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('a run counts the taken slots once, whatever the number of batches, and keeps the shares', async () => {
  await insertCrowd(12)
  await insertEntries({ email: 'one', friends: 1 }, { email: 'two', friends: 2 }, { email: 'three', friends: 3 })
  const counted = vi.fn()
  const wave = { name: 'spring', size: 9, byReferrals: 0.34 }
  expect(await runWave(watched(counted), wave, { batchSize: 2 })).toMatchObject({ state: 'complete', total: 9 })
  expect(counted).toHaveBeenCalledOnce()
  expect((await invited()).sort()).toEqual([
    'one',
    'person1',
    'person2',
    'person3',
    'person4',
    'person5',
    'person6',
    'three',
    'two',
  ])
})
