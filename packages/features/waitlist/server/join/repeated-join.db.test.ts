import { randomUUID } from 'node:crypto'
import { connect } from '@duo/db/connection/connect.ts'
import type { Db } from '@duo/db/index.ts'
import { openFaultProxy } from '@duo/db/test-server/fault-proxy.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { deleteExpiredKeys } from '@duo/platform/server/idempotency.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { forgetAllJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { connectAll, testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { appRouter } from '#server.ts'
import { ticketPurposes } from '../../tickets.ts'
import { eraseSignup } from '../entry/delete-entry.ts'

const { db, url } = await testDatabase()
beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_position_delta, waitlist_advanced_seat, waitlist_vacated_seat, idempotency_key cascade`.execute(
    db,
  )
  await sql`alter sequence waitlist_seat restart`.execute(db)
  await forgetAllJobs(db)
})

const ana = { email: 'ana@example.com', language: 'en' as const, invitedByCode: null as string | null }
const join = (idempotencyKey: string | null, input: Partial<typeof ana> = {}, on: Db = db) =>
  createCaller(appRouter)(testContext(on, { idempotencyKey })).waitlist.join({ ...ana, ...input })
const idOf = async (ticket: string | null) => readTicket(testSecret, ticketPurposes.joined, ticket ?? '')?.subject
const stored = async () => ({
  entries: (await db.selectFrom('waitlist_signup').select('id').execute()).length,
  mails: (await waitingJobs(db)).map(({ payload }) => payload.kind),
})
const ageKeys = () => sql`update idempotency_key set created_at = now() - interval '61 minutes'`.execute(db)

test('a join whose response was lost gets the same response when repeated under its key', async () => {
  const proxy = await openFaultProxy(url)
  const lossy = connect({ url: proxy.url, onError: () => {} })
  onTestFinished(async () => {
    await lossy.close()
    await proxy.close()
  })
  const key = randomUUID()
  await join(null, { email: 'first@example.com' })
  proxy.loseResponseTo('waitlist_join')
  await expect(join(key, {}, lossy.db)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  await expect.poll(stored).toEqual({ entries: 2, mails: ['joined', 'joined'] })
  const again = await join(key)
  expect(again).toMatchObject({
    error: null,
    userExists: false,
    mailed: true,
    data: { position: 2, invitesLeft: 5, invites_count: 0 },
  })
  const entry = await db
    .selectFrom('waitlist_signup')
    .where('email', '=', ana.email)
    .select(['id', 'referral_code'])
    .executeTakeFirst()
  expect(again.data?.referral_code).toBe(entry?.referral_code)
  expect(await idOf(again.ticket)).toBe(entry?.id)
  expect(await stored()).toEqual({ entries: 2, mails: ['joined', 'joined'] })
})

test('a repeated join keeps its first position, in the language of the request, and accepts the key in any case', async () => {
  const key = randomUUID()
  const first = await join(key)
  await sql`update waitlist_event set data = '{"position": 7}'`.execute(db)
  expect(await join(key.toUpperCase())).toMatchObject({ userExists: false, data: { ...first.data, position: 7 } })
})

test('a join with another key or without a key learns that the address exists', async () => {
  await join(randomUUID())
  expect(await join(randomUUID())).toMatchObject({ userExists: true, ticket: null })
  expect(await join(null)).toMatchObject({ userExists: true, ticket: null })
})

test.each([{ email: 'bia@example.com' }, { language: 'pt' as never }, { invitedByCode: 'SOMECODE00' }])(
  'other input (%j) under the same key is a conflict and changes nothing',
  async (other) => {
    const key = randomUUID()
    await join(key)
    const before = await stored()
    await expect(join(key, other)).rejects.toMatchObject({ code: 'CONFLICT', cause: { code: 'conflict' } })
    expect(await stored()).toEqual(before)
  },
)

test('a key that is not a UUID is invalid input', async () => {
  await expect(join('1 or 2')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('after the entry was erased, or after an hour, the key is unknown', async () => {
  const key = randomUUID()
  const first = await idOf((await join(key)).ticket)
  await eraseSignup(db, first ?? '')
  const second = await join(key)
  expect(second).toMatchObject({ userExists: false })
  expect(await idOf(second.ticket)).not.toBe(first)
  expect(await idOf((await join(key)).ticket)).toBe(await idOf(second.ticket))
  await ageKeys()
  expect(await join(key)).toMatchObject({ userExists: true })
  await ageKeys()
  expect(await join(key, { email: 'bia@example.com' })).toMatchObject({ userExists: false })
})

test('a friend’s repeated join gets the same response after the code is used up or its owner is gone', async () => {
  const inviter = await join(null, { email: 'host@example.com' })
  const key = randomUUID()
  const invited = { invitedByCode: inviter.data?.referral_code ?? '' }
  const first = await join(key, invited)
  await eraseSignup(db, (await idOf(inviter.ticket)) ?? '')
  expect(await join(key, invited)).toMatchObject({ error: null, userExists: false, data: first.data })
})

test('a retry with a refused code joins once the code is valid', async () => {
  const key = randomUUID()
  expect(await join(key, { invitedByCode: 'FRESHC0DE1' })).toMatchObject({ error: 'invalid_code' })
  await join(null, { email: 'host@example.com' })
  await sql`update waitlist_signup set referral_code = 'FRESHC0DE1'`.execute(db)
  expect(await join(key, { invitedByCode: 'FRESHC0DE1' })).toMatchObject({ error: null, userExists: false })
})

test('concurrent copies of one call create one entry and one mail and get the same response', async () => {
  await connectAll(db)
  const people = Array.from({ length: 50 }, (_, i) => ({ key: randomUUID(), email: `person${i}@example.com` }))
  const answers: { email: string; answer: Awaited<ReturnType<typeof join>> }[] = []
  for (let i = 0; i < people.length; i += 10) {
    const copies = people.slice(i, i + 10).flatMap((person) => Array.from({ length: 20 }, () => person))
    answers.push(...(await Promise.all(copies.map(async ({ key, email }) => ({ email, answer: await join(key, { email }) })))))
  }
  const perPerson = Map.groupBy(answers, ({ email }) => email)
  for (const copies of perPerson.values())
    expect(new Set(copies.map(({ answer: { ticket: _, ...rest } }) => JSON.stringify(rest))).size).toBe(1)
  expect(answers.every(({ answer }) => answer.data !== null)).toBe(true)
  expect(new Set(answers.map(({ answer }) => answer.data?.position)).size).toBe(50)
  expect(await stored()).toEqual({ entries: 50, mails: Array.from({ length: 50 }, () => 'joined') })
})

test('two concurrent joins with one key and different input create one entry and one conflict', async () => {
  await connectAll(db)
  for (let i = 0; i < 10; i++) {
    const key = randomUUID()
    const both = await Promise.allSettled([join(key, { email: `a${i}@example.com` }), join(key, { email: `b${i}@example.com` })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
  expect((await stored()).entries).toBe(10)
})

test('the stored record contains neither personal data nor the key, and is deleted after an hour', async () => {
  const [old, fresh] = [randomUUID(), randomUUID()]
  await join(old)
  await ageKeys()
  await join(fresh, { email: 'bia@example.com' })
  const { rows } = await sql`select * from idempotency_key`.execute(db)
  for (const secret of [old, fresh, 'ana', 'bia']) expect(JSON.stringify(rows)).not.toContain(secret)
  expect(await deleteExpiredKeys(db)).toBe(1)
  expect(await join(fresh, { email: 'bia@example.com' })).toMatchObject({ userExists: false })
})
