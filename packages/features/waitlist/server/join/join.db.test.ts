import type { Db } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { connectAll, testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appRouter } from '#server.ts'
import { inviteTarget } from '../../rules.ts'
import { ticketPurposes } from '../../tickets.ts'

let db: Db
let close: () => Promise<void>
let allowed = true

const caller = (overrides: Partial<RequestContext> = {}) =>
  createCaller(appRouter)(testContext(db, { rateLimit: async () => (allowed ? null : 60), ...overrides }))
const join = (email: string, invitedByCode: string | null = null) =>
  caller().waitlist.join({ email, language: 'en', invitedByCode })

const rows = () => db.selectFrom('waitlist_signup').selectAll().orderBy('seat').execute()
const jobs = async () => (await waitingJobs(db)).map(({ payload }) => payload)

beforeAll(async () => {
  ;({ db, close } = await testDatabase())
})
afterAll(() => close())
beforeEach(async () => {
  allowed = true
  await sql`truncate waitlist_signup, waitlist_event, waitlist_position_delta, waitlist_advanced_seat restart identity cascade`.execute(
    db,
  )
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

test('a join stores the entry, its event and its mail, and returns the position', async () => {
  const answer = await caller().waitlist.join({ email: ' Ana@Example.com', language: 'pt', invitedByCode: null })
  const [row] = await rows()
  expect(row).toMatchObject({
    email: 'ana@example.com',
    language: 'pt',
    seat: 1,
    invited_by: null,
    user_agent: 'test agent',
    confirmed_at: null,
  })
  expect(answer).toMatchObject({ error: null, userExists: false, message: 'Você está na lista.' })
  expect(answer.data).toEqual({ position: 1, invitesLeft: inviteTarget, invites_count: 0, referral_code: row?.referral_code })
  expect(readTicket(testSecret, ticketPurposes.joined, answer.ticket ?? '')).toMatchObject({ subject: row?.id })
  expect(await db.selectFrom('waitlist_event').select(['signup_id', 'kind']).execute()).toEqual([
    { signup_id: row?.id, kind: 'joined' },
  ])
  expect(await jobs()).toEqual([{ signupId: row?.id, kind: 'joined' }])
})

test('joining again, in another spelling, keeps one row, reveals nothing and sends a reminder', async () => {
  await join('ana@example.com')
  const again = await join('ANA@example.com ')
  expect(again).toEqual({ error: null, userExists: true, message: 'Check your inbox.', data: null, ticket: null, mailed: true })
  expect(await rows()).toHaveLength(1)
  expect((await jobs()).map(({ kind }) => kind)).toEqual(['joined', 'already_there'])
})

test('reminders stop at the entry’s limit', async () => {
  await join('ana@example.com')
  await caller({ rateLimit: async ({ name }) => (name === 'waitlist_reminder' ? 60 : null) }).waitlist.join({
    email: 'ana@example.com',
    language: 'en',
    invitedByCode: null,
  })
  expect((await jobs()).map(({ kind }) => kind)).toEqual(['joined'])
})

test('50 concurrent joins with one address create one row and one welcome mail, with correct positions', async () => {
  await join('first@example.com')
  await connectAll(db)
  const answers = await Promise.all(Array.from({ length: 50 }, () => join('ana@example.com')))
  expect(answers.flatMap(({ data }) => data?.position ?? [])).toEqual([2])
  expect((await rows()).map(({ email, seat }) => [email, seat])).toEqual([
    ['first@example.com', 1],
    ['ana@example.com', 2],
  ])
  expect((await jobs()).filter(({ kind }) => kind === 'joined')).toHaveLength(2)
  expect((await join('bia@example.com')).data?.position).toBe(3)
})

test('200 concurrent joins get the positions 1 to 200', async () => {
  await connectAll(db)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => join(`person${i}@example.com`)))
  const positions = answers.map(({ data }) => data?.position ?? 0).sort((a, b) => a - b)
  expect(positions).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
})

test('an invitation is stored with the entry, whatever the case of its code', async () => {
  const inviter = await join('host@example.com')
  await join('guest@example.com', inviter.data?.referral_code.toLowerCase() ?? '')
  const [first, second] = await rows()
  expect(second?.invited_by).toBe(first?.id)
})

test('an unknown code is refused and nothing is written', async () => {
  expect(await join('ana@example.com', 'NOSUCHCODE')).toEqual({
    error: 'invalid_code',
    userExists: false,
    message: 'Invalid or expired invitation code.',
    data: null,
    ticket: null,
    mailed: false,
  })
  expect(await rows()).toEqual([])
  expect(await jobs()).toEqual([])
})

test('a code with a hyphen is treated as unknown, and an empty or absent one as none', async () => {
  expect(await join('ana@example.com', 'no-such-code')).toMatchObject({ error: 'invalid_code' })
  expect(await join('ana@example.com', '')).toMatchObject({ error: null, data: { position: 1 } })
  const withoutCode = await caller().waitlist.join({ email: 'bia@example.com', language: 'en' })
  expect(withoutCode).toMatchObject({ error: null, data: { position: 2 } })
})

test.each([
  ['', { email: 'invalid_email' }],
  [`${'a'.repeat(250)}@example.com`, { email: 'invalid_email' }],
  ['not an address', { email: 'invalid_email' }],
])('an invalid address (%j) is refused with its field and nothing is written', async (email, fields) => {
  await expect(join(email)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: [{ message: Object.values(fields)[0], path: ['email'] }] },
  })
  expect(await rows()).toEqual([])
})

test('a caller over the limit is refused before anything is written', async () => {
  allowed = false
  await expect(join('ana@example.com')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', cause: { retryAfterSeconds: 60 } })
  expect(await rows()).toEqual([])
})

test('without a mail server, the response reports that no mail was sent, and the mail waits', async () => {
  const answer = await caller({ sendsMail: false }).waitlist.join({
    email: 'ana@example.com',
    language: 'en',
    invitedByCode: null,
  })
  expect(answer.mailed).toBe(false)
  expect(await jobs()).toHaveLength(1)
})
