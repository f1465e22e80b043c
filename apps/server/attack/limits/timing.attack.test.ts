import { makeSignup } from '@duo/db/factories.ts'
import { createPasswords } from '@duo/platform/server/security/passwords.ts'
import { tries } from '@duo/platform/testing/scope.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type RawResponse, rawClient } from '../fuzz/raw-request.ts'
import { makePeople } from '../people.ts'
import { noteAttack, sample } from '../seed.ts'
import { startSite } from '../site.ts'
import { mannWhitney } from './mann-whitney.ts'

/**
 * Checks that neither the response nor its time reveals whether an address has an account. Each pair calls with a known and an
 * unknown address in random order. On a busy machine any two series can differ, so a pair fails only if it differs twice.
 */
const leastLikely = 0.01

// with fewer pairs p stays above `leastLikely` whatever the times; `npm test` uses no more for slow calls
const fewest = 6

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
  /** Known addresses have a waitlist entry instead of an account. */
  isEntry?: boolean
}

const pairs: Record<string, Pair> = {
  'sign-in with a wrong password': {
    path: '/api/auth/sign-in/email',
    body: (email) => ({ email, password: 'another-password-91' }),
    pairs: tries(400, fewest),
  },
  'sign-up': {
    path: '/api/auth/sign-up/email',
    body: (email) => ({ name: 'Ana Souza', email, password: 'outra-senha-91-longa' }),
    pairs: tries(400, fewest),
  },
  recovery: { path: '/api/trpc/auth.requestPasswordReset', body: (email) => ({ email }), pairs: tries(400, 40) },
  'another confirmation': { path: '/api/trpc/auth.sendConfirmation', body: (email) => ({ email }), pairs: tries(400, 40) },
  'a status link of the waitlist': {
    path: '/api/trpc/waitlist.sendStatusLink',
    body: (email) => ({ email }),
    pairs: tries(400, 40),
    isEntry: true,
  },
}

let addresses = 0
const unknownAddress = () => `person-${process.pid}-${++addresses}-${crypto.randomUUID().slice(0, 6)}@example.com`

async function registeredAddresses({ pairs: count, isEntry }: Pair): Promise<string[]> {
  if (!isEntry) return (await makePeople(db, count, { password: hash })).map(({ email }) => email)
  return Promise.all(
    Array.from(
      { length: count },
      async () => (await makeSignup(db, { email: unknownAddress(), confirmed_at: new Date() })).email,
    ),
  )
}

// removes expected differences: ids, times and the sent address
const comparable = ({ status, headers, body }: RawResponse, email: string) => ({
  status,
  headers: Object.keys(headers).sort(),
  body: body
    .replaceAll(email, '[address]')
    .replaceAll(/"(id|mailId)":"[\w-]+"/g, '"$1":""')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '[moment]'),
})

let from = 0
async function ask({ path, body }: Pair, email: string) {
  from += 1
  // a new address each, because this does not test limits
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` }
  const answer = await client.send({ method: 'POST', path, headers, body: JSON.stringify(body(email)) })
  return { ms: answer.ms, answer: comparable(answer, email) }
}

async function measure(name: string, pair: Pair, round: number) {
  const known = await registeredAddresses(pair)
  const orders = sample(`${name} ${round}`, fc.boolean(), pair.pairs)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  // the first calls of a process are slower
  for (let i = 0; i < 2; i++) await ask(pair, unknownAddress())
  for (const [i, isRegisteredFirst] of orders.entries()) {
    const ofRegistered = () => ask(pair, known[i] ?? '')
    const ofUnknown = () => ask(pair, unknownAddress())
    const [first, second] = isRegisteredFirst
      ? [await ofRegistered(), await ofUnknown()]
      : [await ofUnknown(), await ofRegistered()]
    expect(first.answer).toEqual(second.answer)
    times.known.push((isRegisteredFirst ? first : second).ms)
    times.unknown.push((isRegisteredFirst ? second : first).ms)
  }
  const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]?.toFixed(2)
  const p = mannWhitney(times.known, times.unknown)
  noteAttack(
    `${name}: ${pair.pairs} pairs, medians ${median(times.known)} and ${median(times.unknown)} ms (known, unknown), p = ${p.toFixed(3)}`,
  )
  return p
}

describe.each(Object.entries(pairs))('%s', (name, pair) => {
  test('takes equally long and returns the same response for known and unknown addresses', async () => {
    await site.forgetLimits()
    if ((await measure(name, pair, 1)) > leastLikely) return
    noteAttack(`${name}: measured again`)
    await site.forgetLimits()
    expect(await measure(name, pair, 2), 'p of the second measurement').toBeGreaterThan(leastLikely)
  })
})

test('the statistical test finds a difference even in the fewest pairs, and none in equal series', () => {
  const series = (shift: number) => Array.from({ length: 40 }, (_, i) => ((i * 7919) % 101) + shift)
  expect(mannWhitney(series(0), series(0))).toBeGreaterThan(0.9)
  expect(mannWhitney(series(0), series(40))).toBeLessThan(0.001)
  expect(mannWhitney(series(0).slice(0, fewest), series(200).slice(0, fewest))).toBeLessThan(leastLikely)
})
