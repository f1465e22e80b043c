import { randomUUID } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { waitingJobs } from '@duo/platform/testing/jobs.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { expect, test } from 'vitest'
import { appRouter } from '../../server.ts'
import { ticketPurposes } from '../../waitlist/tickets.ts'

const { db } = await testDatabase()
const survey = (idempotencyKey: string | null) =>
  createCaller(appRouter)(testContext(db, { followUpForm: true, idempotencyKey })).survey

async function person(confirmed_at: Date | null = null) {
  const { id, email } = await makeSignup(db, { email: `${randomUUID()}@example.com`, confirmed_at })
  const ticket = signTicket(testSecret, { purpose: ticketPurposes.joined, subject: id, expiresIn: '1h' })
  return { id, email, ticket }
}
const qualification = { audienceSize: '5000-20000', categories: ['law'], otherCategory: null, goals: ['sell'] } as const
const qualify = (key: string | null, { email, ticket }: { email: string; ticket: string }, changes: object = {}) =>
  survey(key).qualify({ email, ticket, ...qualification, categories: ['law'], goals: ['sell'], ...changes })
const followUp = (key: string | null, { email, ticket }: { email: string; ticket: string }, description: string) =>
  survey(key).followUp({ email, ticket, userTypes: ['creator'], niches: [], agentTypes: [], description })
const sizeOf = async (id: string) =>
  (await db.selectFrom('survey_qualification').where('signup_id', '=', id).select('audience_size').executeTakeFirst())
    ?.audience_size

test('a retry under the same idempotency key does not overwrite newer answers from another device', async () => {
  const ana = await person()
  const key = randomUUID()
  expect(await qualify(key, ana)).toEqual({ error: null })
  expect(await qualify(randomUUID(), ana, { audienceSize: '1000-5000' })).toEqual({ error: null })
  expect(await qualify(key, ana)).toEqual({ error: null })
  expect(await sizeOf(ana.id)).toBe('1000-5000')
  expect(await qualify(null, ana)).toEqual({ error: null })
  expect(await sizeOf(ana.id)).toBe('5000-20000')
})

test('a retried follow-up does not overwrite newer answers and queues one spreadsheet copy', async () => {
  const ana = await person()
  const key = randomUUID()
  const before = (await waitingJobs(db)).length
  const copies = await Promise.all(Array.from({ length: 20 }, () => followUp(key, ana, 'First')))
  expect(copies).toEqual(copies.map(() => ({ error: null })))
  await followUp(randomUUID(), ana, 'Second')
  await followUp(key, ana, 'First')
  const stored = await db.selectFrom('survey_follow_up').where('signup_id', '=', ana.id).select('description').execute()
  expect(stored).toEqual([{ description: 'Second' }])
  expect((await waitingJobs(db)).length - before).toBe(1)
})

test('reusing an idempotency key for other answers or another member is a conflict', async () => {
  const [ana, bia] = [await person(), await person()]
  const key = randomUUID()
  await qualify(key, ana)
  await expect(qualify(key, ana, { audienceSize: '1000-5000' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(qualify(key, bia)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await sizeOf(ana.id)).toBe('5000-20000')
  expect(await sizeOf(bia.id)).toBeUndefined()
  // keys are scoped to one survey
  expect(await followUp(key, ana, 'First')).toEqual({ error: null })
})

test('a rejected call can be retried under its key, and a key does not replace the ticket', async () => {
  const ana = await person(new Date())
  await qualify(null, ana, { audienceSize: '1000-5000' })
  const key = randomUUID()
  for (let i = 0; i < 2; i++) expect(await qualify(key, ana)).toEqual({ error: 'needs_mail' })
  const other = randomUUID()
  const bia = await person()
  await qualify(other, bia)
  expect(await qualify(other, { ...bia, ticket: 'none' })).toEqual({ error: 'invalid_ticket' })
})
