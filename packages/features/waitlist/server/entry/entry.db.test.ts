import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { keysFrom, testSecret } from '@duo/platform/testing/test-keys.ts'
import { connectAll, testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { appRouter } from '#server.ts'
import { placesPerFriend } from '../../rules.ts'
import { ticketPurposes } from '../../tickets.ts'
import { linkMail } from '../mail/mail-jobs.ts'
import { purgeUnconfirmed } from '../maintenance.ts'
import { findPosition } from '../position/position-queries.ts'
import { purgeCreditNetworkHashes } from '../referrals/referral-credit-queries.ts'
import { insertEvent } from '../signup-queries.ts'

const { db } = await testDatabase()

beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_advanced_seat, waitlist_vacated_seat, waitlist_position_delta, waitlist_position_sum cascade`.execute(
    db,
  )
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

const waitlist = (overrides: Partial<RequestContext> = {}) => createCaller(appRouter)(testContext(db, overrides)).waitlist
const ticketFor = (purpose: keyof typeof ticketPurposes, subject: string, expiresIn = '1h') =>
  signTicket(testSecret, { purpose: ticketPurposes[purpose], subject, expiresIn })
const confirm = async (id: string) => waitlist().confirm({ ticket: await ticketFor('confirm', id) })
const statusOf = async (id: string) => {
  const answer = await waitlist().status({ ticket: await ticketFor('member', id) })
  if (answer.error !== null || !('history' in answer.status)) throw new Error(answer.error ?? 'not the whole')
  return answer.status
}
const creditOf = async (id: string) =>
  (await db.selectFrom('waitlist_signup').where('id', '=', id).select('credit').executeTakeFirstOrThrow()).credit

/** Joins through the API, with a human fill time, each from its own network. */
let inviteCount = 0
async function invite(code: string, email: string, overrides: Partial<RequestContext> = {}, more: object = {}) {
  inviteCount += 1
  const context = { clientAddress: `198.51.${inviteCount >> 8}.${inviteCount & 255}`, ...overrides }
  const answer = await waitlist(context).join({ email, language: 'en', invitedByCode: code, fillTimeMs: 5000, ...more })
  const { id } = await db.selectFrom('waitlist_signup').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  return { id, answer }
}

/** An inviter behind 300 others. */
async function makeInviterBehindCrowd() {
  for (let i = 0; i < 300; i++) await makeSignup(db)
  return makeSignup(db, { email: 'host@example.com', confirmed_at: new Date() })
}

test('a friend counts only once confirmed, and moves the inviter up by a hundred positions', async () => {
  const inviter = await makeInviterBehindCrowd()
  const friend = await invite(inviter.referral_code, 'friend@example.com')
  expect(await statusOf(inviter.id)).toMatchObject({ position: 301, invites_count: 0, friends: [{ state: 'waiting' }] })
  expect(await confirm(friend.id)).toMatchObject({ error: null })
  expect(await statusOf(inviter.id)).toMatchObject({
    position: 301 - placesPerFriend,
    invites_count: 1,
    invitesLeft: 4,
    friends: [{ name: 'f•••@e•••.com', state: 'counted', reason: null, joinedAt: expect.stringMatching(/^\d{4}-/) }],
    explanation: { gained: 100, others: 0 },
    history: [{ kind: 'friend_counted', from: 301, to: 201, friends: 1 }],
  })
  expect(await waitingJobs(db)).toContainEqual({
    name: 'waitlist.friend',
    payload: { signupId: inviter.id, friends: 1, hasMoved: true },
  })
})

test('confirming takes effect once: one page gets a ticket, the others only learn that the entry is confirmed', async () => {
  const inviter = await makeInviterBehindCrowd()
  const friend = await invite(inviter.referral_code, 'friend@example.com')
  await connectAll(db)
  const answers = await Promise.all([confirm(friend.id), confirm(friend.id), confirm(friend.id)])
  answers.push(await confirm(friend.id))
  const opened = answers.flatMap((answer) => (answer.error === null ? [answer.ticket] : []))
  expect(opened).toHaveLength(1)
  expect(answers.filter(({ error }) => error !== null)).toEqual(Array(3).fill({ error: 'already_confirmed' }))
  expect(await waitlist().status({ ticket: opened[0] ?? '' })).toMatchObject({
    error: null,
    status: { confirmed: true, proven: true },
  })
  expect(await statusOf(inviter.id)).toMatchObject({ invites_count: 1 })
  expect((await waitingJobs(db)).filter(({ name }) => name === 'waitlist.friend')).toHaveLength(1)
})

test('for an hour, the confirming page gets the same response again under its key, and under no other key', async () => {
  const { id } = await makeSignup(db)
  const other = await makeSignup(db)
  const [key, foreign] = [crypto.randomUUID(), crypto.randomUUID()]
  const ticket = await ticketFor('confirm', id)
  const first = await waitlist().confirm({ ticket, key })
  expect(first.error).toBeNull()
  const again = await waitlist().confirm({ ticket, key })
  expect(again.error === null && (await waitlist().status({ ticket: again.ticket }))).toMatchObject({
    error: null,
    status: { proven: true },
  })
  for (const attempt of [{ ticket, key: foreign }, { ticket }])
    expect(await waitlist().confirm(attempt)).toEqual({ error: 'already_confirmed' })
  expect(await waitlist().confirm({ ticket: await ticketFor('confirm', other.id), key })).toMatchObject({ error: null })
  await expect(waitlist().confirm({ ticket, key: 'no key' })).rejects.toThrow()
  await sql`update waitlist_signup set confirmed_at = now() - interval '61 minutes' where id = ${id}`.execute(db)
  expect(await waitlist().confirm({ ticket, key })).toEqual({ error: 'already_confirmed' })
})

test('a used confirmation link can mail a new link to its own mailbox, up to the limit', async () => {
  const { id } = await makeSignup(db, { confirmed_at: new Date() })
  const ticket = await ticketFor('confirm', id)
  expect(await waitlist().sendLinkOf({ ticket })).toEqual({ error: null, mailed: true })
  expect(await waitingJobs(db)).toEqual([{ name: 'waitlist.link', payload: { signupId: id, kind: 'asked' } }])
  await forgetAllJobs(db)
  const over = waitlist({ rateLimit: async ({ name }) => (name === 'waitlist_reminder' ? 60 : null) })
  expect(await over.sendLinkOf({ ticket })).toEqual({ error: null, mailed: true })
  expect(await waitingJobs(db)).toEqual([])
  expect(await waitlist().sendLinkOf({ ticket: await ticketFor('unsubscribe', id) })).toEqual({ error: 'invalid_ticket' })
})

test('after signing out everywhere, the confirming page no longer gets its response again', async () => {
  const { id } = await makeSignup(db)
  const [ticket, key] = [await ticketFor('confirm', id), crypto.randomUUID()]
  const confirming = await waitlist().confirm({ ticket, key })
  if (confirming.error !== null) throw new Error(confirming.error)
  expect(await waitlist().signOutEverywhere({ ticket: confirming.ticket })).toEqual({ error: null })
  expect(await waitlist().confirm({ ticket, key })).toEqual({ error: 'already_confirmed' })
})

test('signing out everywhere revokes all tickets, on every device and in the surveys; a new link opens the entry again', async () => {
  const { id, email } = await makeSignup(db)
  const typed = await ticketFor('joined', id)
  const confirming = await waitlist().confirm({ ticket: await ticketFor('confirm', id) })
  if (confirming.error !== null) throw new Error(confirming.error)
  const [confirmTicket, memberTicket] = [confirming.ticket, await ticketFor('member', id)]
  const { survey } = createCaller(appRouter)(testContext(db))

  expect(await waitlist().signOutEverywhere({ ticket: typed })).toEqual({ error: 'needs_mail' })
  expect(await waitlist().status({ ticket: memberTicket })).toMatchObject({ error: null })
  expect(await waitlist().signOutEverywhere({ ticket: confirmTicket })).toEqual({ error: null })
  for (const ticket of [typed, confirmTicket, memberTicket]) {
    for (const call of ['status', 'download', 'erase', 'subscribe', 'signOutEverywhere'] as const)
      expect([call, await waitlist()[call]({ ticket })]).toEqual([call, { error: 'invalid_ticket' }])
    expect(await survey.progress({ ticket })).toEqual({ error: 'invalid_ticket' })
  }
  expect(await waitlist().unsubscribe({ ticket: memberTicket })).toEqual({ error: 'invalid_ticket' })
  expect(await waitlist().unsubscribe({ ticket: await ticketFor('unsubscribe', id) })).toEqual({ error: null, isInvited: false })

  await waitlist().sendStatusLink({ email })
  const mails: string[] = []
  const mailer = { send: async ({ text }: { text: string }) => void mails.push(text), close: () => {} }
  const [job] = (await waitingJobs(db)).filter(({ name }) => name === 'waitlist.link')
  await linkMail.perform({ ...testContext(db), mailer }, job?.payload, {
    messageId: 'm',
    attempt: 1,
    signal: new AbortController().signal,
  })
  const fresh = /\/waitlist#([\w.-]+)/.exec(mails[0] ?? '')?.[1] ?? ''
  expect(await waitlist().status({ ticket: fresh })).toMatchObject({ error: null, status: { proven: true } })
  await waitlist().signOutEverywhere({ ticket: fresh })
  expect(await waitlist().status({ ticket: fresh })).toEqual({ error: 'invalid_ticket' })
  expect(await waitlist().status({ ticket: confirmTicket })).toEqual({ error: 'invalid_ticket' })
})

test('of twenty friends who confirm at once for the last invite, one counts and the others get a reason', async () => {
  const inviter = await makeInviterBehindCrowd()
  const early = await Promise.all([1, 2, 3, 4].map((i) => invite(inviter.referral_code, `early${i}@example.com`)))
  for (const { id } of early) await confirm(id)
  const late = await Promise.all(Array.from({ length: 20 }, (_, i) => invite(inviter.referral_code, `late${i}@example.com`)))
  expect(late.map(({ answer }) => answer.error)).toEqual(Array(20).fill(null))
  await connectAll(db)
  await Promise.all(late.map(({ id }) => confirm(id)))
  const credits = await Promise.all(late.map(({ id }) => creditOf(id)))
  expect(credits.filter((credit) => credit === 'counted')).toHaveLength(1)
  expect(credits.filter((credit) => credit === 'goal_reached')).toHaveLength(19)
  const status = await statusOf(inviter.id)
  expect(status).toMatchObject({ invites_count: 5, invitesLeft: 0 })
  expect(status.history.map(({ kind }) => kind)).toContain('goal_reached')
})

test('a friend who moves no one appears in the history and is mailed, and the fifth reaches the goal', async () => {
  const first = await makeSignup(db, { confirmed_at: new Date() })
  const mailed = async () => (await waitingJobs(db)).filter(({ name }) => name === 'waitlist.friend')
  const confirmFriend = async (i: number) => confirm((await invite(first.referral_code, `friend${i}@example.com`)).id)
  await confirmFriend(1)
  expect(await statusOf(first.id)).toMatchObject({
    position: 1,
    invites_count: 1,
    history: [{ kind: 'friend_counted', from: 1, to: 1, friends: 1 }],
    explanation: { gained: 0 },
  })
  expect(await mailed()).toMatchObject([{ payload: { signupId: first.id, friends: 1, hasMoved: false } }])
  for (const i of [2, 3, 4, 5]) await confirmFriend(i)
  const kinds = (await statusOf(first.id)).history.map(({ kind }) => kind)
  expect(kinds).toEqual(['goal_reached', ...Array.from({ length: 5 }, () => 'friend_counted')])
  expect(await mailed()).toHaveLength(5)
})

test('twenty concurrent joins with a used-up code are refused, and nothing is stored', async () => {
  const inviter = await makeInviterBehindCrowd()
  for (const i of [1, 2, 3, 4, 5]) await confirm((await invite(inviter.referral_code, `friend${i}@example.com`)).id)
  const before = await db.selectFrom('waitlist_signup').select('id').execute()
  const join = (i: number) =>
    waitlist().join({ email: `late${i}@example.com`, language: 'en', invitedByCode: inviter.referral_code })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => join(i)))
  expect(answers.map(({ error }) => error)).toEqual(Array(20).fill('invalid_code'))
  expect(await db.selectFrom('waitlist_signup').select('id').execute()).toHaveLength(before.length)
})

test('a status is one snapshot: a friend who confirms meanwhile appears in all of it or in none', async () => {
  const inviter = await makeInviterBehindCrowd()
  const friend = await invite(inviter.referral_code, 'friend@example.com')
  let reads = 0
  const slow = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1
      if (reads === 1) await confirm(friend.id)
      return result
    },
  })
  const ticket = await ticketFor('member', inviter.id)
  const before = { position: 301, invites_count: 0, friends: [{ state: 'waiting' }], explanation: { gained: 0, others: 0 } }
  expect(await waitlist({ db: slow }).status({ ticket })).toMatchObject({ status: before })
  expect(reads).toBe(1)
  expect(await statusOf(inviter.id)).toMatchObject({ position: 201, invites_count: 1, explanation: { gained: 100, others: 0 } })
})

test('statuses read while friends confirm are consistent', async () => {
  const inviter = await makeInviterBehindCrowd()
  const friends = await Promise.all([1, 2, 3].map((i) => invite(inviter.referral_code, `friend${i}@example.com`)))
  await connectAll(db)
  const read: Awaited<ReturnType<typeof statusOf>>[] = []
  let over = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!over) read.push(await statusOf(inviter.id))
  })
  for (const { id } of friends) await confirm(id)
  over = true
  await Promise.all(readers)
  const statuses = read.map(({ position, invites_count, explanation, friends, history }) => ({
    friends: invites_count,
    moved: (301 - position) / placesPerFriend,
    gained: explanation.gained / placesPerFriend,
    others: explanation.others,
    counted: friends.filter(({ state }) => state === 'counted').length,
    events: history.length,
  }))
  for (const one of statuses) {
    const { friends } = one
    expect(one).toEqual({ friends, moved: friends, gained: friends, others: 0, counted: friends, events: friends })
  }
  expect(new Set(statuses.map(({ friends }) => friends)).size).toBeGreaterThan(1)
})

const oddities = [
  { sign: 'disposable_domain', reason: 'review_mailbox', email: 'x@mailinator.com', more: {} },
  { sign: 'honeypot', reason: 'review_form', email: 'x@example.com', more: { honeypot: 'https://spam.example' } },
  { sign: 'too_fast', reason: 'review_form', email: 'x@example.com', more: { fillTimeMs: 200 } },
] as const
for (const { sign, reason, email, more } of oddities) {
  test(`a suspicious entry (${sign}) joins normally, and its credit waits for review with the reason`, async () => {
    const inviter = await makeInviterBehindCrowd()
    const { id, answer } = await invite(inviter.referral_code, email, {}, more)
    expect(answer).toMatchObject({ error: null, data: { position: 302 } })
    await confirm(id)
    expect(await creditOf(id)).toBe('review')
    const [row] = await db.selectFrom('waitlist_signup').where('id', '=', id).select('fraud_signals').execute()
    expect(row?.fraud_signals).toEqual([sign])
    expect(await statusOf(inviter.id)).toMatchObject({ invites_count: 0, friends: [{ state: 'not_counted', reason }] })
  })
}

test('another spelling of a Gmail mailbox is not a new friend', async () => {
  const inviter = await waitlist().join({ email: 'ana.silva@gmail.com', language: 'en', invitedByCode: null })
  const { id } = await invite(inviter.data?.referral_code ?? '', 'anasilva+2@gmail.com')
  await confirm(id)
  expect(await creditOf(id)).toBe('review')
})

/** Returns the credits of an inviter's friends who join from one office with mailboxes of these `domains`, in order. */
async function fromOffice(inviter: { referral_code: string }, domains: readonly string[]) {
  const friends: { id: string }[] = []
  for (const [i, domain] of domains.entries())
    friends.push(
      await invite(inviter.referral_code, `friend${i}.${inviter.referral_code}@${domain}`.toLowerCase(), {
        clientAddress: '203.0.113.99',
      }),
    )
  await Promise.all(friends.map(({ id }) => confirm(id)))
  return Promise.all(friends.map(({ id }) => creditOf(id)))
}

test('from the third friend per network on, friends with one mail domain wait for review, even when all confirm at once', async () => {
  const inviter = await makeInviterBehindCrowd()
  await connectAll(db)
  const credits = await fromOffice(inviter, [
    'catch-all.example',
    'a.catch-all.example',
    'b.catch-all.example',
    'catch-all.example',
  ])
  expect(credits.sort()).toEqual(['counted', 'counted', 'review', 'review'])
  const { friends } = await statusOf(inviter.id)
  expect(friends.filter(({ reason }) => reason === 'review_network')).toHaveLength(2)
  const stored = await sql<{ hash: string; domain_hash: string }>`select hash, domain_hash from waitlist_network`.execute(db)
  expect(stored.rows.every(({ hash }) => !hash.includes('203.0.113') && hash.length === 22)).toBe(true)
  expect(stored.rows.every(({ domain_hash }) => domain_hash.length === 22)).toBe(true)
})

test('twenty colleagues from one office count, five for each of four inviters', async () => {
  const domains = ['gmail.com', 'outlook.com', 'uol.com.br', 'ana-silva.example', 'gmail.com']
  for (let i = 0; i < 4; i++)
    expect(await fromOffice(await makeSignup(db, { confirmed_at: new Date() }), domains)).toEqual(Array(5).fill('counted'))
})

test('unconfirmed sign-ups do not count against the inviter', async () => {
  const inviter = await makeInviterBehindCrowd()
  const clientAddress = '203.0.113.99'
  for (let i = 0; i < 10; i++) await invite(inviter.referral_code, `spoiler${i}@office.example`, { clientAddress })
  expect(await fromOffice(inviter, ['office.example', 'office.example'])).toEqual(['counted', 'counted'])
})

test('an erased friend who counted still counts towards the limit of the mail domain', async () => {
  const inviter = await makeInviterBehindCrowd()
  const clientAddress = '203.0.113.99'
  const join = (i: number) => invite(inviter.referral_code, `crowd${i}@catch-all.example`, { clientAddress })
  for (const friend of [await join(1), await join(2)]) {
    await confirm(friend.id)
    expect(await waitlist().erase({ ticket: await ticketFor('member', friend.id) })).toEqual({ error: null })
  }
  const third = await join(3)
  await confirm(third.id)
  expect(await creditOf(third.id)).toBe('review')
})

test('the hashes of a friend’s network and mail domain are deleted after a month', async () => {
  const inviter = await makeInviterBehindCrowd()
  await fromOffice(inviter, ['office.example'])
  expect(await purgeCreditNetworkHashes(db, 10)).toBe(0)
  await sql`update waitlist_credit set created_at = now() - interval '31 days'`.execute(db)
  expect(await purgeCreditNetworkHashes(db, 10)).toBe(1)
  expect(await db.selectFrom('waitlist_credit').select(['network_hash', 'domain_hash']).execute()).toEqual([
    { network_hash: null, domain_hash: null },
  ])
})

test('a friend who leaves still counts for the inviter, and does not count again after rejoining', async () => {
  const inviter = await makeInviterBehindCrowd()
  const friend = await invite(inviter.referral_code, 'friend@example.com')
  await confirm(friend.id)
  expect(await waitlist().erase({ ticket: await ticketFor('member', friend.id) })).toEqual({ error: null })
  expect(await statusOf(inviter.id)).toMatchObject({
    position: 201,
    invites_count: 1,
    friends: [{ name: null, state: 'counted' }],
  })
  const back = await invite(inviter.referral_code, 'friend@example.com')
  await confirm(back.id)
  expect(await creditOf(back.id)).toBe('repeated')
  expect(await statusOf(inviter.id)).toMatchObject({ position: 201, invites_count: 1 })
})

test('an erased entry is deleted with its data, and later entries move up in order', async () => {
  const [first, second, third] = [await makeSignup(db), await makeSignup(db), await makeSignup(db)]
  expect(await waitlist().erase({ ticket: await ticketFor('joined', first.id) })).toEqual({ error: null })
  expect([await findPosition(db, second.id), await findPosition(db, third.id)]).toEqual([1, 2])
  expect(await waitlist().status({ ticket: await ticketFor('member', first.id) })).toEqual({ error: 'invalid_ticket' })
  expect(await db.selectFrom('waitlist_event').where('signup_id', '=', first.id).selectAll().execute()).toEqual([])
})

test('once an e-mail is confirmed, the browser that entered it can neither delete nor download the entry', async () => {
  const { id } = await makeSignup(db)
  const joined = await ticketFor('joined', id)
  expect(await waitlist().download({ ticket: joined })).toMatchObject({ error: null, entry: { id } })
  await confirm(id)
  expect(await waitlist().download({ ticket: joined })).toEqual({ error: 'needs_mail' })
  expect(await waitlist().erase({ ticket: joined })).toEqual({ error: 'needs_mail' })
  expect(await waitlist().download({ ticket: await ticketFor('member', id) })).toMatchObject({ error: null, entry: { id } })
})

test('once an e-mail is confirmed, the browser that entered it sees position and invitation, not friends and history', async () => {
  const inviter = await makeSignup(db)
  const joined = await ticketFor('joined', inviter.id)
  await invite(inviter.referral_code, 'friend@example.com')
  expect(await waitlist().status({ ticket: joined })).toMatchObject({
    status: { confirmed: false, proven: false, friends: [{ state: 'waiting' }] },
  })
  await confirm(inviter.id)
  expect(await waitlist().status({ ticket: joined })).toEqual({
    error: null,
    status: {
      position: 1,
      invitesLeft: 5,
      invites_count: 0,
      referral_code: inviter.referral_code,
      referral_link: `http://localhost:3000/?ref=${inviter.referral_code}`,
      email: inviter.email,
      inReview: 0,
      invitedAt: null,
      confirmed: true,
      proven: false,
    },
  })
  expect(await statusOf(inviter.id)).toMatchObject({ proven: true, friends: [{ state: 'waiting' }] })
})

test('the browser that joined learns that a friend is under review, and that it is invited to the beta', async () => {
  const inviter = await makeSignup(db, { confirmed_at: new Date() })
  const joined = await ticketFor('joined', inviter.id)
  await confirm((await invite(inviter.referral_code, 'x@mailinator.com')).id)
  expect(await waitlist().status({ ticket: joined })).toMatchObject({
    status: { inReview: 1, invites_count: 0, invitedAt: null },
  })
  const at = new Date('2026-11-26T12:00:00Z')
  await db.updateTable('waitlist_signup').set({ invited_at: at }).where('id', '=', inviter.id).execute()
  const { status } = await waitlist()
    .status({ ticket: joined })
    .then((answer) => ({ status: null, ...answer }))
  expect(status).toMatchObject({ invitedAt: at.toISOString(), proven: false })
  expect(status).not.toHaveProperty('friends')
})

const calls = ['confirm', 'status', 'erase', 'download', 'unsubscribe', 'subscribe'] as const
const rightPurpose = {
  confirm: 'confirm',
  status: 'member',
  erase: 'member',
  download: 'member',
  unsubscribe: 'unsubscribe',
  subscribe: 'member',
} as const
for (const name of calls) {
  test(`${name} rejects tickets that are tampered with, expired, signed with another secret or for another purpose`, async () => {
    const { id } = await makeSignup(db)
    const right = await ticketFor(rightPurpose[name], id)
    const [head, body, signature] = right.split('.')
    const other = await makeSignup(db)
    const forged = Buffer.from(JSON.stringify({ ...(JSON.parse(atob(body ?? '')) as object), sub: other.id })).toString(
      'base64url',
    )
    const wrong = [
      'nonsense',
      `${head}.${forged}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      await ticketFor(rightPurpose[name], id, '-1s'),
      await ticketFor(name === 'confirm' ? 'unsubscribe' : 'confirm', id),
      await ticketFor(rightPurpose[name], 'no-uuid'),
      signTicket(keysFrom('another secret of more than 32 letters'), {
        purpose: ticketPurposes[rightPurpose[name]],
        subject: id,
        expiresIn: '1h',
      }),
    ]
    const ask = waitlist()[name]
    for (const ticket of wrong) expect(await ask({ ticket })).toEqual({ error: 'invalid_ticket' })
    expect(await ask({ ticket: right })).toMatchObject({ error: null })
  })
}

test('the status link is mailed to listed addresses only, and the response is the same for all', async () => {
  const { email, id } = await makeSignup(db)
  const response = await waitlist().sendStatusLink({ email })
  for (let times = 0; times < 2; times++)
    expect(await waitlist().sendStatusLink({ email: 'nobody@example.com' })).toEqual(response)
  const [job, unknownAddressJob, ...more] = await waitingJobs(db)
  expect(job).toEqual({ name: 'waitlist.link', payload: { signupId: id, kind: 'asked' } })
  // an unknown address gets the same job under a placeholder id, which reveals nothing
  expect(unknownAddressJob).toEqual({ name: 'waitlist.link', payload: { signupId: expect.any(String), kind: 'asked' } })
  expect(more).toEqual([])
  const sent: string[] = []
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {} }
  const context = { ...testContext(db), mailer }
  for (const { payload } of [job, unknownAddressJob].filter((one) => one !== undefined))
    await linkMail.perform(context, payload, { messageId: 'm', attempt: 1, signal: new AbortController().signal })
  expect(sent).toEqual([email])
})

test('a download excludes abuse signals', async () => {
  const { id } = await makeSignup(db, { mailbox_hash: 'x'.repeat(22), fraud_signals: ['honeypot'], credit: 'review' })
  const copy = await waitlist().download({ ticket: await ticketFor('member', id) })
  const entry = copy.error === null ? copy.entry : {}
  expect(entry).toMatchObject({ id, credit: 'review' })
  expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['mailbox_hash']))
  expect(Object.keys(entry)).not.toEqual(expect.arrayContaining(['fraud_signals']))
})

test('a status link is not mailed more often than the limit allows', async () => {
  const { email } = await makeSignup(db)
  await waitlist({ rateLimit: async ({ name }) => (name === 'waitlist_reminder' ? 60 : null) }).sendStatusLink({ email })
  expect(await waitingJobs(db)).toEqual([])
})

test('an unsubscribed member gets at most one requested mail a day, and all of them after resubscribing', async () => {
  const { id, email } = await makeSignup(db, { unsubscribed_at: new Date() })
  const used: Record<string, number> = {}
  const limits: { name: string; points: number; seconds: number }[] = []
  const rateLimit: RequestContext['rateLimit'] = async (limit, key) => {
    limits.push(limit)
    const counter = `${limit.name}:${key}`
    used[counter] = (used[counter] ?? 0) + 1
    return used[counter] > limit.points ? limit.seconds : null
  }
  const context = waitlist({ rateLimit })
  const join = () => context.join({ email, language: 'en', invitedByCode: null })
  const mailed = async () => (await waitingJobs(db)).map(({ name }) => name)

  expect(await join()).toMatchObject({ userExists: true })
  expect(await mailed()).toEqual(['waitlist.welcome'])
  await context.sendStatusLink({ email })
  await join()
  expect(await mailed()).toEqual(['waitlist.welcome'])
  expect(limits.find(({ name }) => name === 'waitlist_reminder_quiet')).toMatchObject({ points: 1, seconds: 86_400 })

  await context.subscribe({ ticket: await ticketFor('member', id) })
  await context.sendStatusLink({ email })
  expect(await mailed()).toEqual(['waitlist.welcome', 'waitlist.link'])
})

test('unsubscribing is recorded once and keeps the position', async () => {
  const { id } = await makeSignup(db)
  const ticket = await ticketFor('unsubscribe', id)
  expect(await waitlist().unsubscribe({ ticket })).toEqual({ error: null, isInvited: false })
  expect(await waitlist().unsubscribe({ ticket })).toEqual({ error: null, isInvited: false })
  expect(await statusOf(id)).toMatchObject({ position: 1, mails: false, history: [{ kind: 'unsubscribed' }] })
})

test('who is invited to the beta learns on unsubscribing that the invitation stands', async () => {
  const { id } = await makeSignup(db, { confirmed_at: new Date(), invited_at: new Date() })
  expect(await waitlist().unsubscribe({ ticket: await ticketFor('unsubscribe', id) })).toEqual({ error: null, isInvited: true })
})

test('figures between which others moved make no friend a loss', async () => {
  const { id } = await makeSignup(db)
  await insertEvent(db, id, 'joined', { position: 1 })
  await insertEvent(db, id, 'friend_counted', { from: 1, to: 2, friends: 1 })
  expect((await statusOf(id)).explanation).toMatchObject({ joinedAs: 1, gained: 0, others: 0 })
})

test('the member’s page can stop and restart mails, but the browser that entered the e-mail cannot', async () => {
  const { id } = await makeSignup(db)
  const [joined, ticket] = [await ticketFor('joined', id), await ticketFor('member', id)]
  expect(await waitlist().unsubscribe({ ticket: joined })).toEqual({ error: 'invalid_ticket' })
  expect(await waitlist().unsubscribe({ ticket })).toEqual({ error: null, isInvited: false })
  expect(await waitlist().subscribe({ ticket: joined })).toEqual({ error: 'needs_mail' })
  expect(await statusOf(id)).toMatchObject({ mails: false })
  expect(await waitlist().subscribe({ ticket })).toEqual({ error: null })
  expect(await waitlist().subscribe({ ticket })).toEqual({ error: null })
  expect(await statusOf(id)).toMatchObject({ mails: true, history: [{ kind: 'subscribed' }, { kind: 'unsubscribed' }] })
})

test('after many subscription changes, the status has the newest events and those that explain the position, and the download has all', async () => {
  const { id } = await makeSignup(db, { confirmed_at: new Date() })
  await insertEvent(db, id, 'joined', { position: 7 })
  await insertEvent(db, id, 'friend_counted', { from: 7, to: 1, friends: 1 })
  for (let i = 0; i < 60; i++) await insertEvent(db, id, i % 2 === 0 ? 'unsubscribed' : 'subscribed')
  const { explanation, history } = await statusOf(id)
  expect(explanation).toMatchObject({ joinedAs: 7, gained: 6 })
  expect(history.map(({ kind }) => kind).slice(-3)).toEqual(['unsubscribed', 'friend_counted', 'joined'])
  expect(history).toHaveLength(52)
  const copy = await waitlist().download({ ticket: await ticketFor('member', id) })
  expect(copy.error === null && copy.entry.history).toHaveLength(62)
})

test('an unconfirmed entry is deleted after ninety days', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const stale = await makeSignup(db, { created_at: days(91) })
  await makeSignup(db, { created_at: days(89) })
  await makeSignup(db, { created_at: days(91), confirmed_at: days(90) })
  expect(await purgeUnconfirmed(db)).toBe(1)
  expect(await db.selectFrom('waitlist_signup').where('id', '=', stale.id).selectAll().execute()).toEqual([])
})

test('an entry that is confirmed while stale entries are deleted stays', async () => {
  const { id } = await makeSignup(db, { created_at: new Date(Date.now() - 91 * 86_400_000) })
  const [locked, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const confirming = db.transaction().execute(async (tx) => {
    await tx.updateTable('waitlist_signup').set({ confirmed_at: new Date() }).where('id', '=', id).execute()
    locked.resolve()
    await confirmed.promise
  })
  await locked.promise
  const forgetting = purgeUnconfirmed(db)
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waits = async () => (await waiting.execute(db)).rows.length
  await expect.poll(waits).toBe(1)
  confirmed.resolve()
  await Promise.all([confirming, forgetting])
  expect(await db.selectFrom('waitlist_signup').where('id', '=', id).select('id').execute()).toEqual([{ id }])
})
