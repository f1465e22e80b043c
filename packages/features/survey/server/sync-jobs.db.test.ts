import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { deadJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { startWorker, type Worker } from '@duo/platform/server/jobs/worker.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { forgetAllJobs, killJobs, skipBackOff, storedJobs } from '@duo/platform/testing/jobs.ts'
import { testSecret as secret } from '@duo/platform/testing/test-keys.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ticketPurposes } from '../../waitlist/tickets.ts'
import type { FollowUpForm } from './spreadsheet-client.ts'
import { followUp } from './survey.ts'
import { enqueueMissingSyncs, syncFollowUpJob } from './sync-jobs.ts'

const { db, url: databaseUrl } = await testDatabase()

/** A real server whose behaviour each test sets; records the requests. */
const received: { type: string | undefined; body: string }[] = []
let behave: (res: ServerResponse, req: IncomingMessage) => unknown
const take = (res: ServerResponse) => res.writeHead(200).end('Your answer was recorded.')
const fail = (res: ServerResponse) => res.writeHead(500).end()
const hang = () => {}
const service = createServer(async (req, res) => {
  const body = await text(req)
  if (req.method === 'POST') received.push({ type: req.headers['content-type'], body })
  behave(res, req)
}).listen(0, '127.0.0.1')
await new Promise((done) => service.once('listening', done))
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/formResponse`
const fields = {
  userTypes: 'entry.1',
  niches: 'entry.2',
  agentTypes: 'entry.3',
  description: 'entry.4',
  email: 'entry.5',
  ip: 'entry.6',
}
const form: FollowUpForm = { url, fields, timeout: 1_000 }

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
let overtaken = 0
const straggler = defineJob({ name: 'test.straggler', payload: z.object({}), run: async (_context: object) => void overtaken++ })
await createQueues(db, [straggler])

const workers: Worker[] = []
async function work(followUpForm: FollowUpForm | null = form) {
  workers.push(
    await startWorker({
      database: { url: databaseUrl },
      jobs: [syncFollowUpJob, straggler],
      log,
      dependencies: { db, followUpForm },
    }),
  )
}

const answers = {
  userTypes: ['creator' as const, 'company' as const, 'student' as const],
  niches: ['social_media' as const, 'ecommerce' as const],
  agentTypes: [],
  description: 'Tea & cake = 100% ünïcode, “quoted”',
}
const body =
  'entry.1=Creator%2C+Company+%28B2B%29%2C+AI+Student&entry.2=Social+Media%2C+E-commerce&entry.3=' +
  '&entry.4=Tea+%26+cake+%3D+100%25+%C3%BCn%C3%AFcode%2C+%E2%80%9Cquoted%E2%80%9D' +
  '&entry.5=ana%2Bduo%40example.com&entry.6=203.0.113.7'

async function ana() {
  const { id, email } = await makeSignup(db, { email: 'ana+duo@example.com', language: 'pt' })
  const ticket = signTicket(secret, { purpose: ticketPurposes.joined, subject: id, expiresIn: '1h' })
  const context = { db, secret, clientAddress: '203.0.113.7', idempotencyKey: null }
  return {
    id,
    answer: (changes: Partial<typeof answers> = {}, followUpForm = true) =>
      followUp({ ...context, followUpForm }, { email, ticket, ...answers, ...changes }),
  }
}

const row = () => db.selectFrom('survey_follow_up').select(['description', 'niches', 'mirrored_at']).executeTakeFirstOrThrow()
const attempts = async () =>
  (await storedJobs(db)).filter(({ state }) => state === 'retry').map(({ retryCount }) => retryCount + 1)
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 8_000 })
const waitForEmptyQueue = () => eventually(async () => expect(await storedJobs(db)).toEqual([]))

beforeEach(async () => {
  await sql`truncate waitlist_signup cascade`.execute(db)
  received.length = 0
  lines.length = 0
  behave = take
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await forgetAllJobs(db)
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

test('sends one row in English under the form’s field names', async () => {
  await work()
  const { answer } = await ana()
  expect(await answer()).toEqual({ error: null })
  await waitForEmptyQueue()
  expect(received).toEqual([{ type: 'application/x-www-form-urlencoded;charset=UTF-8', body }])
  expect((await row()).mirrored_at).toBeInstanceOf(Date)
  expect(lines).toEqual([])
})

test('a description that looks like a formula is sent as text', async () => {
  await work()
  const { answer } = await ana()
  await answer({ description: '=HYPERLINK(A1)' })
  await waitForEmptyQueue()
  expect(new URLSearchParams(received[0]?.body).get('entry.4')).toBe(`'=HYPERLINK(A1)`)
})

test('retries while the form fails or hangs, without an error for the visitor', async () => {
  await work()
  const { answer } = await ana()
  behave = fail
  expect(await answer()).toEqual({ error: null })
  await eventually(async () => expect(await attempts()).toEqual([1]))
  expect(await row()).toEqual({ description: answers.description, niches: answers.niches, mirrored_at: null })

  behave = hang
  await skipBackOff(db)
  await eventually(async () => expect(await attempts()).toEqual([2]))
  expect((await row()).mirrored_at).toBeNull()

  behave = (_res, req) => req.socket.destroy()
  await skipBackOff(db)
  await eventually(async () => expect(await attempts()).toEqual([3]))

  behave = take
  await skipBackOff(db)
  await waitForEmptyQueue()
  expect(received.map((sent) => sent.body)).toEqual([body, body, body, body])
  expect((await row()).mirrored_at).toBeInstanceOf(Date)

  const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message)
  expect(messages).toEqual([
    'the spreadsheet form refused a row (http_500)',
    'the spreadsheet form did not answer (TimeoutError)',
    expect.stringMatching(/^the spreadsheet form did not answer \((?:UND_ERR_SOCKET|ECONNRESET)\)$/),
  ])
  expect(lines.join()).not.toMatch(/ana|example\.com|203\.0|Tea|Creator/)
})

test('retries while the form is unreachable, and follows redirects', async () => {
  const { answer } = await ana()
  await work({ ...form, url: 'http://127.0.0.1:1/' })
  await answer()
  await eventually(async () => expect(await attempts()).toEqual([1]))
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))

  behave = (res, req) => (req.method === 'POST' ? res.writeHead(302, { location: '/thanks' }).end() : take(res))
  await work()
  await skipBackOff(db)
  await waitForEmptyQueue()
  expect((await row()).mirrored_at).toBeInstanceOf(Date)
})

test('answers that change during a sync are sent after it, in order', async () => {
  const { answer } = await ana()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  behave = async (res) => {
    await released
    take(res)
  }
  await work({ ...form, timeout: 8_000 })
  await answer({ description: 'first' })
  await eventually(() => expect(received).toHaveLength(1))
  await answer({ description: 'second' })
  await enqueue(db, straggler, {})
  await eventually(() => expect(overtaken).toBe(1))
  expect(received).toHaveLength(1)
  release()
  await waitForEmptyQueue()
  expect(received.map((sent) => new URLSearchParams(sent.body).get('entry.4'))).toEqual(['first', 'second'])
  expect((await row()).mirrored_at).toBeInstanceOf(Date)
})

test('sends nothing for an erased entry, for synced answers or without a form', async () => {
  const { id, answer } = await ana()
  await answer()
  await work(null)
  await waitForEmptyQueue()
  expect((await row()).mirrored_at).toBeNull()

  await db.updateTable('survey_follow_up').set({ mirrored_at: new Date() }).execute()
  const dependencies = { db, followUpForm: form }
  const context = { messageId: 'm', attempt: 1, signal: new AbortController().signal }
  await syncFollowUpJob.perform(dependencies, { signupId: id }, context)
  await db.deleteFrom('waitlist_signup').execute()
  await syncFollowUpJob.perform(dependencies, { signupId: id }, context)
  expect(received).toEqual([])
})

test('queues missing rows once on start, however many servers start', async () => {
  const { answer } = await ana()
  await answer({}, false)
  expect(await Promise.all([enqueueMissingSyncs(db), enqueueMissingSyncs(db)])).toContain(1)
  expect(await enqueueMissingSyncs(db)).toBe(0)
  await work()
  await waitForEmptyQueue()
  expect(received.map((sent) => sent.body)).toEqual([body])
  expect(await enqueueMissingSyncs(db)).toBe(0)
})

test('a dead sync job is visible to the operator and is retried on start', async () => {
  const { answer } = await ana()
  await answer()
  await killJobs(db)
  expect(await deadJobs(db)).toMatchObject([{ name: 'survey.mirror' }])
  expect(await enqueueMissingSyncs(db)).toBe(1)
  expect(await deadJobs(db)).toEqual([])
  await work()
  await waitForEmptyQueue()
  expect(received).toHaveLength(1)
})

test('queues each row once, even beyond one page', async () => {
  await sql`
    insert into waitlist_signup (id, email, seat, language, referral_code)
    select id, id, row_number() over () + 1000000, 'en', id from (select gen_random_uuid() as id from generate_series(1, 2001)) as ids
  `.execute(db)
  await sql`
    insert into survey_follow_up (signup_id, user_types, niches, agent_types, description, address)
    select id, '{}', '{}', '{}', '', 'unknown' from waitlist_signup`.execute(db)
  expect(await enqueueMissingSyncs(db)).toBe(2001)
  expect(await enqueueMissingSyncs(db)).toBe(0)
  const people = (await storedJobs(db)).map(({ data }) => data.payload.signupId)
  expect(new Set(people).size).toBe(2001)
})
