import { makeSignup } from '@duo/db/factories.ts'
import type { Db } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { forgetAllJobs, killJobs } from '@duo/platform/testing/jobs.ts'
import { connectAll } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { betaInvitationMail } from '../mail/mail-jobs.ts'
import { advanceForReferral, findPosition } from '../position/position-queries.ts'
import * as review from '../referrals/review-credit.ts'
import { insertEvent } from '../signup-queries.ts'
import * as operator from './admin.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase())
})
beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_event, waitlist_advanced_seat, waitlist_vacated_seat, waitlist_position_delta, waitlist_position_sum, waitlist_wave
    restart identity cascade`.execute(db)
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

const emails = (found: { email: string }[]) => found.map(({ email }) => email)
const friendsOf = async (seat: number) =>
  (await db.selectFrom('waitlist_advanced_seat').where('seat', '=', seat).select('friends').executeTakeFirst())?.friends ?? 0
const creditOf = async (id: string) =>
  (await db.selectFrom('waitlist_signup').where('id', '=', id).select('credit').executeTakeFirstOrThrow()).credit

test('list returns pages in the order of joining, and the next cursor', async () => {
  for (const name of ['a', 'b', 'c']) await makeSignup(db, { email: `${name}@example.com` })
  const first = await operator.listEntries(db, { limit: 2 })
  expect([emails(first.entries), first.next]).toEqual([['a@example.com', 'b@example.com'], 2])
  const last = await operator.listEntries(db, { limit: 2, after: first.next ?? 0 })
  expect([emails(last.entries), last.next]).toEqual([['c@example.com'], null])
})

test.each([
  [{ confirmed: true }, ['pt@example.com', 'review@example.com', 'wave@example.com']],
  [{ confirmed: false }, ['plain@example.com']],
  [{ language: 'pt' as const }, ['pt@example.com']],
  [{ review: true }, ['review@example.com']],
  [{ wave: 'spring' }, ['wave@example.com']],
  [{ wave: 'spring', language: 'pt' as const }, []],
])('list with %o returns %j', async (filter, expected) => {
  await db.insertInto('waitlist_wave').values({ name: 'spring', size: 1, by_referrals: 0, completed_at: null }).execute()
  const confirmed_at = new Date()
  await makeSignup(db, { email: 'plain@example.com' })
  await makeSignup(db, { email: 'pt@example.com', language: 'pt', confirmed_at })
  await makeSignup(db, { email: 'review@example.com', credit: 'review', confirmed_at })
  await makeSignup(db, { email: 'wave@example.com', wave: 'spring', invited_at: new Date(), confirmed_at })
  expect(emails((await operator.listEntries(db, { ...filter, limit: 9 })).entries)).toEqual(expected)
})

test('an entry is found by its id, by its e-mail in any spelling and by its code in any case', async () => {
  const { id, referral_code } = await makeSignup(db, { email: 'ana@example.com' })
  for (const key of [id, ' ANA@Example.com ', referral_code.toLowerCase()]) expect(await operator.findEntryId(db, key)).toBe(id)
  for (const key of [uuid(), 'bia@example.com', 'NOSUCHCODE', 'not an @ddress', ''])
    expect(await operator.findEntryId(db, key)).toBeNull()
})

test('show returns the entry, its position, friends, history, surveys and queued jobs', async () => {
  for (let i = 0; i < 150; i++) await makeSignup(db)
  const inviter = await makeSignup(db, { email: 'host@example.com' })
  const ana = await makeSignup(db, { email: 'ana@example.com', invited_by: inviter.id })
  await advanceForReferral(db, ana.seat)
  await makeSignup(db, { email: 'counted@example.com', invited_by: ana.id, confirmed_at: new Date(), credit: 'counted' })
  await makeSignup(db, { email: 'waiting@example.com', invited_by: ana.id })
  await insertEvent(db, ana.id, 'joined', { position: 152 })
  await insertEvent(db, ana.id, 'friend_counted', { from: 152, to: 52, friends: 1 })
  await db
    .insertInto('survey_qualification')
    .values({ signup_id: ana.id, audience_size: '20000+', categories: ['law'], goals: ['sell'], other_category: null })
    .execute()
  await enqueue(db, betaInvitationMail, { signupId: ana.id })
  await enqueue(db, betaInvitationMail, { signupId: inviter.id })

  const shown = await operator.getEntryDetail(db, ana.id)
  expect(shown).toMatchObject({
    entry: { email: 'ana@example.com', inviter_email: 'host@example.com', friends: 1 },
    position: 52,
    explanation: { joinedAs: 152, gained: 100, others: 0 },
    history: [{ kind: 'joined' }, { kind: 'friend_counted' }],
    surveys: { qualification: { audience_size: '20000+' }, follow_up: null, drafts: [] },
    jobs: [{ name: betaInvitationMail.name, waiting: 1, dead: 0 }],
  })
  expect(shown?.friends.counts).toEqual([
    { state: 'counted', people: 1 },
    { state: 'waiting', people: 1 },
  ])
  expect(emails(shown?.friends.newest ?? [])).toEqual(['waiting@example.com', 'counted@example.com'])
  expect(await operator.getEntryDetail(db, uuid())).toBeNull()
})

test('the export streams all entries with the positions that members see', async () => {
  const seats: { seat: number; id: string }[] = []
  for (let i = 0; i < 130; i++) seats.push(await makeSignup(db, { email: `person${i + 1}@example.com` }))
  for (const seat of [120, 20, 130, 125, 125]) await advanceForReferral(db, seat)
  await operator.erase(db, seats[9]?.id ?? '')
  const exported: { id: string; email: string; position: number }[] = []
  for await (const row of operator.exportEntries(db, { qualification: false, followUp: false })) exported.push(row)
  expect(exported.map(({ position }) => position)).toEqual(Array.from({ length: 129 }, (_, i) => i + 1))
  expect(emails(exported).slice(0, 3)).toEqual(['person20@example.com', 'person125@example.com', 'person1@example.com'])
  for (const { id, position } of exported) expect(await findPosition(db, id)).toBe(position)
})

test('the export contains the requested answers', async () => {
  const { id } = await makeSignup(db)
  await db
    .insertInto('survey_follow_up')
    .values({
      signup_id: id,
      user_types: ['creator'],
      niches: [],
      agent_types: [],
      description: 'x',
      address: '203.0.113.7',
      mirrored_at: null,
    })
    .execute()
  const rowOf = async (answers: { qualification: boolean; followUp: boolean }) => {
    for await (const row of operator.exportEntries(db, answers)) return row
    return undefined
  }
  expect(await rowOf({ qualification: true, followUp: true })).toMatchObject({ audience_size: null, user_types: ['creator'] })
  expect(await rowOf({ qualification: false, followUp: false })).not.toHaveProperty('description')
})

test('stats counts everything in one snapshot', async () => {
  await db.insertInto('waitlist_wave').values({ name: 'spring', size: 2, by_referrals: 0.5, completed_at: null }).execute()
  const ana = await makeSignup(db, { confirmed_at: new Date(), wave: 'spring', invited_at: new Date() })
  await makeSignup(db, { language: 'pt', invited_by: ana.id, credit: 'review', fraud_signals: ['disposable', 'block'] })
  await makeSignup(db, { created_at: new Date(Date.now() - 40 * 86_400_000), unsubscribed_at: new Date() })
  await db.insertInto('waitlist_advanced_seat').values({ seat: ana.seat, key: -99, friends: 1 }).execute()
  await db.insertInto('waitlist_position_delta').values({ position: 1, delta: 1 }).execute()
  await enqueue(db, betaInvitationMail, { signupId: ana.id })
  await killJobs(db, 'refused')
  await enqueue(db, betaInvitationMail, { signupId: ana.id }, { runAt: new Date(Date.now() - 90_000) })

  const stats = await operator.stats(db)
  expect(stats).toMatchObject({
    totals: { entries: 3, confirmed: 1, by_friends: 1, in_waves: 1, unsubscribed: 1 },
    languages: [
      { language: 'en', entries: 2 },
      { language: 'pt', entries: 1 },
    ],
    waves: [{ name: 'spring', size: 2, by_referrals: 0.5, invited: 1, completed_at: null }],
    friends: [
      { friends: 0, people: 2 },
      { friends: 1, people: 1 },
    ],
    review: {
      waiting: 1,
      reasons: [
        { reason: 'block', entries: 1 },
        { reason: 'disposable', entries: 1 },
      ],
    },
    backlogs: { qualified: 0, followed_up: 0, mirror_backlog: 0, rank_log: 1 },
    waiting_jobs: [{ name: betaInvitationMail.name, waiting: 1, failing: 0, oldest_seconds: 90 }],
    dead_jobs: [{ name: betaInvitationMail.name, jobs: 1, last_error: 'refused' }],
  })
  expect(stats.days).toHaveLength(14)
  expect(stats.days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), joined: 2, confirmed: 1 })
})

test('stats counts answers, and by source how far the entries have come', async () => {
  const now = new Date()
  const ana = await makeSignup(db, { confirmed_at: now, invited_at: now })
  const bia = await makeSignup(db, { confirmed_at: now, invited_by: ana.id })
  await makeSignup(db)
  await db.insertInto('auth_user').values({ id: uuid(), email: 'ana@example.com', name: 'Ana', language: 'en' }).execute()
  await sql`update waitlist_signup set user_id = (select id from auth_user) where id = ${ana.id}`.execute(db)
  const answered = { audience_size: '0-1000', other_category: null, goals: ['sell'] }
  await db
    .insertInto('survey_qualification')
    .values([
      { ...answered, signup_id: ana.id, categories: ['law', 'data'] },
      { ...answered, signup_id: bia.id, categories: ['data'] },
    ])
    .execute()
  const followUp = { user_types: [], niches: ['design'], agent_types: [], description: '', address: '', mirrored_at: null }
  await db
    .insertInto('survey_follow_up')
    .values({ ...followUp, signup_id: ana.id })
    .execute()
  const { funnel, sources, answers } = await operator.stats(db)
  expect(funnel.map(({ step, entries }) => `${step} ${entries}`)).toEqual([
    'joined 3',
    'confirmed 2',
    'surveyed 2',
    'followed_up 1',
    'invited 1',
    'account 1',
  ])
  expect(sources).toEqual([
    { source: 'direct', joined: 2, confirmed: 1, surveyed: 1, followed_up: 1, invited: 1, account: 1 },
    { source: 'friend', joined: 1, confirmed: 1, surveyed: 1, followed_up: 0, invited: 0, account: 0 },
  ])
  expect(answers).toEqual([
    { question: 'audience', answer: '0-1000', people: 2 },
    { question: 'category', answer: 'data', people: 2 },
    { question: 'category', answer: 'law', people: 1 },
    { question: 'goal', answer: 'sell', people: 2 },
    { question: 'niche', answer: 'design', people: 1 },
  ])
})

const suspicious = async (inviterId: string | null, reason = 'disposable') =>
  makeSignup(db, { invited_by: inviterId, confirmed_at: new Date(), credit: 'review', fraud_signals: [reason] })

test('the review lists pending entries, by reason if one is given', async () => {
  const inviter = await makeSignup(db, { email: 'host@example.com' })
  const first = await suspicious(inviter.id)
  const second = await suspicious(inviter.id, 'block')
  expect((await review.listPendingReviews(db)).map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await review.listPendingReviews(db, 'block')).toMatchObject([
    { id: second.id, fraud_signals: ['block'], inviter_email: 'host@example.com' },
  ])
})

test('approving credits the inviter once, even when two operators approve at once', async () => {
  const inviter = await makeSignup(db)
  const friends = [
    await suspicious(inviter.id),
    await suspicious(inviter.id),
    await suspicious(inviter.id),
    await suspicious(inviter.id),
  ]
  await connectAll(db)
  const outcomes = await Promise.all([...friends, ...friends].map(({ id }) => review.approveCredit(db, id)))
  expect(outcomes.sort()).toEqual([...friends.map(() => 'counted'), ...friends.map(() => 'not_in_review')])
  expect(await friendsOf(inviter.seat)).toBe(4)
  for (const { id } of friends) expect(await creditOf(id)).toBe('counted')
})

test('approvals beyond the goal no longer count', async () => {
  const inviter = await makeSignup(db)
  for (let i = 0; i < 6; i++) await review.approveCredit(db, (await suspicious(inviter.id)).id)
  expect(await friendsOf(inviter.seat)).toBe(5)
})

test('approving a friend of a deleted inviter removes the entry from the review', async () => {
  const friend = await suspicious(null)
  expect(await review.approveCredit(db, friend.id)).toBe('no_inviter')
  expect(await creditOf(friend.id)).toBeNull()
})

test('erasing an inviter while a friend is approved blocks neither call', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const inviter = await makeSignup(db)
      const friend = await suspicious(inviter.id)
      // slows down the erasure, so that both run at the same time
      for (let i = 0; i < 20; i++) await suspicious(inviter.id)
      return { inviter, friend }
    }),
  )
  await connectAll(db)
  const outcomes = await Promise.all(
    pairs.flatMap(({ inviter, friend }) => [operator.erase(db, inviter.id), review.approveCredit(db, friend.id)]),
  )
  for (const outcome of outcomes) expect([true, 'counted', 'no_inviter']).toContain(outcome)
})

test('refusing gives no credit and is final; an entry outside the review is unchanged', async () => {
  const inviter = await makeSignup(db)
  const friend = await suspicious(inviter.id)
  expect(await review.rejectCredit(db, friend.id)).toBe('refused')
  expect(await review.approveCredit(db, friend.id)).toBe('not_in_review')
  expect(await review.rejectCredit(db, inviter.id)).toBe('not_in_review')
  expect([await friendsOf(inviter.seat), await creditOf(friend.id), await creditOf(inviter.id)]).toEqual([0, 'refused', null])
})

test('erasing deletes the entry and returns false the second time', async () => {
  const { id } = await makeSignup(db)
  expect([await operator.erase(db, id), await operator.erase(db, id)]).toEqual([true, false])
  expect(await operator.findEntryId(db, id)).toBeNull()
})
