import { makeSignup } from '@duo/db/factories.ts'
import { createPasswords } from '@duo/platform/server/passwords.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { mannWhitney } from './mann-whitney.ts'
import { makePeople } from './people.ts'
import { type RawAnswer, rawClient } from './raw-request.ts'
import { noteAttack, sample } from './seed.ts'
import { startSite } from './site.ts'

/**
 * Whether an address has an account shows in no answer and in no time: pairs of calls, one with a known address and one with an unknown one,
 * in an order that is drawn. A busy machine can make any two series differ: a pair that does is measured once more, and fails the second time.
 */
const leastLikely = 0.01

const site = await startSite()
const { db } = site.database
const client = rawClient(site.url, { connections: 1 })
afterAll(client.close)
const passwords = createPasswords({ threads: 1 })
const hash = await passwords.hash('abacate-azul-77-longa')
await passwords.close()

interface Pair {
  path: string
  body: (email: string) => object
  pairs: number
  /** Of the waitlist instead of an account. */
  isEntry?: boolean
}

const pairs: Record<string, Pair> = {
  'sign-in with a wrong password': {
    path: '/api/auth/sign-in/email',
    body: (email) => ({ email, password: 'another-password-91' }),
    pairs: tries(400, 8),
  },
  'sign-up': {
    path: '/api/auth/sign-up/email',
    body: (email) => ({ name: 'Ana Souza', email, password: 'outra-senha-91-longa' }),
    pairs: tries(400, 4),
  },
  recovery: { path: '/api/auth/request-password-reset', body: (email) => ({ email }), pairs: tries(400, 40) },
  'another confirmation': { path: '/api/auth/send-verification-email', body: (email) => ({ email }), pairs: tries(400, 40) },
  'a status link of the waitlist': {
    path: '/api/trpc/waitlist.sendStatusLink',
    body: (email) => ({ email }),
    pairs: tries(400, 40),
    isEntry: true,
  },
}

let addresses = 0
const unknownAddress = () => `person-${process.pid}-${++addresses}-${crypto.randomUUID().slice(0, 6)}@example.com`

async function knownAddresses({ pairs: count, isEntry }: Pair): Promise<string[]> {
  if (!isEntry) return (await makePeople(db, count, { password: hash })).map(({ email }) => email)
  return Promise.all(
    Array.from(
      { length: count },
      async () => (await makeSignup(db, { email: unknownAddress(), confirmed_at: new Date() })).email,
    ),
  )
}

/** What of an answer may differ: ids, moments and the address that was typed. */
const comparable = ({ status, headers, body }: RawAnswer, email: string) => ({
  status,
  headers: Object.keys(headers).sort(),
  body: body
    .replaceAll(email, '[address]')
    .replaceAll(/"id":"[\w-]+"/g, '"id":""')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '[moment]'),
})

let from = 0
async function ask({ path, body }: Pair, email: string) {
  from += 1
  // each from an address of its own: limits are another attack's business
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` }
  const answer = await client.send({ method: 'POST', path, headers, body: JSON.stringify(body(email)) })
  return { ms: answer.ms, answer: comparable(answer, email) }
}

/** Calls each pair, and resolves to the times and to p. */
async function measure(name: string, pair: Pair, round: number) {
  const known = await knownAddresses(pair)
  const orders = sample(`${name} ${round}`, fc.boolean(), pair.pairs)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  // the first calls of a process take longer, whatever they ask
  for (let i = 0; i < 4; i++) await ask(pair, unknownAddress())
  for (const [i, isKnownFirst] of orders.entries()) {
    const ofKnown = () => ask(pair, known[i] ?? '')
    const ofUnknown = () => ask(pair, unknownAddress())
    const [first, second] = isKnownFirst ? [await ofKnown(), await ofUnknown()] : [await ofUnknown(), await ofKnown()]
    expect(first.answer).toEqual(second.answer)
    times.known.push((isKnownFirst ? first : second).ms)
    times.unknown.push((isKnownFirst ? second : first).ms)
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]?.toFixed(2)
  const p = mannWhitney(times.known, times.unknown)
  noteAttack(
    `${name}: ${pair.pairs} pairs, medians ${median(times.known)} and ${median(times.unknown)} ms (known, unknown), p = ${p.toFixed(3)}`,
  )
  return p
}

describe.each(Object.entries(pairs))('%s', (name, pair) => {
  test('takes as long, and says the same, for a known and an unknown address', async () => {
    await site.forgetLimits()
    if ((await measure(name, pair, 1)) > leastLikely) return
    noteAttack(`${name}: measured again`)
    await site.forgetLimits()
    expect(await measure(name, pair, 2), 'p of the second measurement').toBeGreaterThan(leastLikely)
  })
})

test('the test of two series finds a difference, and none where there is none', () => {
  const series = (shift: number) => Array.from({ length: 40 }, (_, i) => ((i * 7919) % 101) + shift)
  expect(mannWhitney(series(0), series(0))).toBeGreaterThan(0.9)
  expect(mannWhitney(series(0), series(40))).toBeLessThan(0.001)
})
