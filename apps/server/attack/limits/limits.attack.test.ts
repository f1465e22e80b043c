import { wholeSuite } from '@duo/platform/testing/scope.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { afterAll, expect, test } from 'vitest'
import { browserOf, startConversation } from '../conversations.ts'
import { inParallel, type RawResponse, rawClient } from '../fuzz/raw-request.ts'
import { makePerson } from '../people.ts'
import { noteAttack } from '../seed.ts'
import { startSite } from '../site.ts'

/**
 * Makes a thousand concurrent attempts on two servers with one database. The proxy in front appends the caller's address to each
 * attempt's forged headers. Exactly as many as the limit succeed.
 */
const attempts = 1_000

const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: words('An engine weaves patterns.') }) })
afterAll(model.close)
const site = await startSite({ servers: 2, settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
const { db } = site.database
// as many connections as two servers accept at once
const clients = site.urls.map((url) => rawClient(url, { connections: 100 }))
afterAll(() => clients.forEach((client) => void client.close()))
const agent = await db.selectFrom('marketplace_agent').select('id').executeTakeFirstOrThrow()
const person = await makePerson(db)
const conversation = await startConversation(site.url, person, agent.id)
const { data } = await browserOf(site.url, person).call('chat.share', { id: conversation.conversationId })
const { token: sharedToken } = data as { token: string }

const caller = '192.0.2.7'
const addressOf = (i: number) => `limit-${i}-${crypto.randomUUID()}@example.com`
const digits = (i: number) => `${(i >> 8) & 255}.${i & 255}`

// make every attempt look like another caller's
const forged = (i: number): Record<string, string> => ({
  forwarded: `for=203.0.${digits(i)}`,
  'x-real-ip': `203.1.${digits(i)}`,
  'x-client-ip': `203.2.${digits(i)}`,
  'true-client-ip': `203.3.${digits(i)}`,
  'cf-connecting-ip': `203.4.${digits(i)}`,
  'user-agent': `forged ${i}`,
})

interface Limited {
  name: string
  path: string
  body: (i: number) => unknown
  allowed: number
  /** Client address as the proxy sees it; constant by default. */
  from?: (i: number) => string
  isSignedIn?: boolean
  /** Whether the sample in `npm test` includes it. */
  isSampled?: boolean
}

const email = addressOf(0)
const mailbox = addressOf(1)
const status = (ticket: string) => ({ ticket })
const many = (i: number) => `198.18.${digits(i)}`

const limits: Limited[] = [
  {
    name: 'joins from one address',
    path: '/api/trpc/waitlist.join',
    body: (i) => ({ email: addressOf(i), language: 'en', invitedByCode: null }),
    allowed: 300,
  },
  {
    name: 'status links from one address',
    path: '/api/trpc/waitlist.sendStatusLink',
    body: (i) => ({ email: addressOf(i) }),
    allowed: 20,
  },
  {
    name: 'status links from one /64 of IPv6',
    path: '/api/trpc/waitlist.sendStatusLink',
    body: (i) => ({ email: addressOf(i) }),
    from: (i) => `2001:db8:0:7:${i.toString(16)}::${(i * 7919).toString(16).slice(-4)}`,
    allowed: 20,
    isSampled: true,
  },
  { name: 'tickets from one address', path: '/api/trpc/waitlist.status', body: (i) => status(`ticket-${i}`), allowed: 600 },
  { name: 'survey calls from one address', path: '/api/trpc/survey.progress', body: (i) => status(`ticket-${i}`), allowed: 600 },
  {
    name: 'mail links from one address',
    path: '/api/trpc/auth.cancelEmailChange',
    body: (i) => ({ token: `token-${i}` }),
    allowed: 100,
  },
  {
    name: 'article searches from one address',
    path: '/api/trpc/blog.articles',
    body: (i) => ({ language: 'en', search: `a${i}` }),
    allowed: 120,
  },
  {
    name: 'views of shared conversations from one address',
    path: '/api/trpc/chat.shared',
    body: () => ({ token: sharedToken, language: 'en' }),
    allowed: 120,
  },
  {
    name: 'sign-ins with one e-mail',
    path: '/api/auth/sign-in/email',
    body: () => ({ email, password: 'abacate-azul-77' }),
    allowed: 10,
    isSampled: true,
  },
  {
    name: 'sign-ups with one e-mail, from many addresses',
    path: '/api/auth/sign-up/email',
    body: () => ({ name: 'Ana', email, password: 'abacate-azul-77-longa' }),
    from: many,
    allowed: 5,
  },
  {
    name: 'recoveries of one e-mail from one address',
    path: '/api/trpc/auth.requestPasswordReset',
    body: () => ({ email }),
    allowed: 1,
    isSampled: true,
  },
  {
    name: 'recoveries of one mailbox, from many addresses',
    path: '/api/trpc/auth.requestPasswordReset',
    body: () => ({ email: mailbox }),
    from: many,
    allowed: 10,
  },
  {
    name: 'confirmation mails to one mailbox, from many addresses',
    path: '/api/trpc/auth.sendConfirmation',
    body: () => ({ email }),
    from: many,
    allowed: 5,
  },
  {
    name: 'password checks of one user',
    path: '/api/trpc/auth.changeEmail',
    body: (i) => ({ email: addressOf(i), password: null }),
    from: many,
    isSignedIn: true,
    allowed: 10,
  },
  {
    name: 'messages of one user',
    path: '/api/trpc/chat.send',
    body: () => ({ conversationId: conversation.conversationId, clientId: crypto.randomUUID(), content: 'What is an engine?' }),
    from: many,
    isSignedIn: true,
    allowed: 20,
    isSampled: true,
  },
]

// retried after a 503, because an overloaded server does not count it
async function attempt({ path, body, from = () => caller, isSignedIn }: Limited, i: number): Promise<RawResponse> {
  const client = clients[i % clients.length] as (typeof clients)[number]
  const headers = {
    ...forged(i),
    'x-forwarded-for': `203.5.${digits(i)}, ${from(i)}`,
    'content-type': 'application/json',
    ...(isSignedIn && { authorization: `Bearer ${person.bearer}` }),
  }
  for (;;) {
    const answer = await client.send({ method: 'POST', path, headers, body: JSON.stringify(body(i)) })
    if (answer.status !== 503) return answer
    expect(answer.headers['retry-after'], 'a 503 says when to come back').toBeDefined()
    await new Promise((again) => setTimeout(again, 100 + (i % 10) * 40))
  }
}

const isTooMany = ({ status }: RawResponse) => status === 429

test.each(limits.filter(({ isSampled }) => wholeSuite || isSampled).map((limit) => [limit.name, limit] as const))(
  '%s: allows exactly the limit',
  async (name, limit) => {
    await site.forgetLimits()
    const started = performance.now()
    const answers = await inParallel(Array.from({ length: attempts }), attempts, (_, i) => attempt(limit, i))
    const counts = Object.groupBy(answers, ({ status }) => status)
    const seen = Object.entries(counts).map(([code, all]) => `${all?.length} × ${code}`)
    expect(answers.filter((answer) => !isTooMany(answer)).length, `${name}: ${seen.join(', ')}`).toBe(limit.allowed)
    expect(answers.filter(isTooMany).every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
    noteAttack(`${name}: ${limit.allowed} of ${attempts} in ${Math.round(performance.now() - started)} ms`)
  },
)

test('counts each call of a batch, so ten calls in one request count as ten requests', async () => {
  await site.forgetLimits()
  const calls = 10
  const path = `/api/trpc/${Array(calls).fill('waitlist.join').join(',')}?batch=1`
  const batch: Limited = {
    name: 'batches',
    path,
    body: () =>
      Object.fromEntries(
        Array.from({ length: calls }, (_, i) => [i, { email: addressOf(i), language: 'en', invitedByCode: null }]),
      ),
    allowed: 300,
  }
  // only 200 concurrent calls, because a small machine cannot store a thousand joins at once, and this tests batches
  const answers = await inParallel(Array.from({ length: attempts / calls }), 20, (_, i) => attempt(batch, i))
  const results = answers.flatMap(({ body }) => JSON.parse(body) as { result?: unknown; error?: { data: { appCode: string } } }[])
  expect(results.length).toBe(attempts)
  expect(results.filter(({ result }) => result).length).toBe(batch.allowed)
  expect(results.flatMap(({ error }) => error?.data.appCode ?? []).every((code) => code === 'too_many_requests')).toBe(true)
})

test('a different /64 and a different address have their own limits', async () => {
  await site.forgetLimits()
  const link = limits.find(({ path }) => path.endsWith('sendStatusLink')) as Limited
  const from = (address: string) => attempt({ ...link, from: () => address }, 1)
  for (let i = 0; i < link.allowed; i++) expect((await from('2001:db8:0:8::1')).status).toBe(200)
  expect((await from('2001:db8:0:8:ffff::2')).status).toBe(429)
  expect((await from('2001:db8:0:9::1')).status).toBe(200)
  expect((await from('192.0.2.8')).status).toBe(200)
})

test('no call is logged as an error', () => expect(site.failures().slice(0, 5)).toEqual([]))
