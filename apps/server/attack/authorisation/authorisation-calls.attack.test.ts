import { allowedEndpoints } from '@duo/features/auth/server/better-auth/find-endpoint.ts'
import { wholeSuite } from '@duo/platform/testing/scope.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inParallel, type RawResponse } from '../fuzz/raw-request.ts'
import { settledRows } from '../row-snapshot.ts'
import { type Actor, inOrder, isKey, type Scene, sessionsOf, startScenes, ticketsOf } from '../scene.ts'
import { isChosen, noteAttack, sample } from '../seed.ts'
import { accountCallTable } from './account-call-table.ts'

const { site, client, newScene } = await startScenes()
const { db } = site.database

let sent = 0

test('the table lists exactly the account endpoints', () => {
  expect(Object.keys(accountCallTable).sort()).toEqual(allowedEndpoints.map(({ name }) => name).sort())
})

interface Attempt {
  input: Record<string, unknown>
  headers: Record<string, string>
}

async function attemptsOf(actor: Actor, name: string, scene: Scene): Promise<Attempt[]> {
  const { by, input: inputOf } = accountCallTable[name] as (typeof accountCallTable)[string]
  const input = inputOf(scene)
  if (isKey(actor)) {
    const [token] = await sessionsOf(actor, scene)
    const [ticket] = typeof by === 'object' ? await ticketsOf('owner', by.ticket, by.subject(scene), scene) : []
    return [{ input: ticket ? { ...input, token: ticket } : input, headers: { authorization: `Bearer ${token}` } }]
  }
  const tickets = typeof by === 'object' ? await ticketsOf(actor, by.ticket, by.subject(scene), scene) : []
  if (tickets.length > 0) return tickets.map((token) => ({ input: { ...input, token }, headers: {} }))
  const attempts = (await sessionsOf(actor, scene)).flatMap((session): Attempt[] => [
    { input, headers: { authorization: `Bearer ${session}` } },
    {
      input,
      headers: { cookie: `duo.session_token=${encodeURIComponent(session)}`, origin: site.url, 'sec-fetch-site': 'same-origin' },
    },
  ])
  if (attempts.length === 0) return [{ input, headers: {} }]
  // many endpoints hash a password even without a session: the sample calls them with one session, chosen by the seed
  return by === 'nothing' && !wholeSuite ? sample(`${actor} ${name}`, fc.constantFrom(...attempts), 1) : attempts
}

function call(name: string, input: object, headers: Record<string, string>): Promise<RawResponse> {
  sent += 1
  const { method } = allowedEndpoints.find((endpoint) => endpoint.name === name) ?? { method: 'POST' }
  const from = { host: new URL(site.url).host, 'x-forwarded-for': `10.1.${sent >> 8}.${sent & 255}` }
  const path = `/api/auth${name.replace('*', 'google')}`
  const json = { ...from, 'content-type': 'application/json', ...headers }
  return client.send({ method, path, headers: json, body: method === 'GET' ? null : JSON.stringify(input) })
}

const isSignedIn = async ({ owner }: Scene) =>
  (await call('/get-session', {}, { authorization: `Bearer ${owner.bearer}` })).body !== 'null'

async function expectTable(actor: Actor, name: string, scene: Scene) {
  const { gets } = accountCallTable[name] as (typeof accountCallTable)[string]
  for (const { input, headers } of await attemptsOf(actor, name, scene)) {
    await site.forgetLimits()
    const { status, body } = await call(name, input, headers)
    const got = status === 200 && body === 'null' ? null : status
    expect(got, `${actor}: ${JSON.stringify(headers)} ${body.slice(0, 200)}`).toBe(gets[actor])
    if (actor === 'owner') continue
    // the response may echo the input
    const unknown = scene.secrets.filter((secret) => !JSON.stringify(input).includes(secret))
    for (const secret of unknown) expect(body.includes(secret), `${actor} reads ${secret}`).toBe(false)
    expect(await isSignedIn(scene), `${actor} has signed the owner out`).toBe(true)
  }
}

// account endpoints are slow on purpose, hence in parallel; more would reach the limits of the owner's address
const atOnce = 4

describe.each(Object.entries(accountCallTable))('%s', (name, { gets }) => {
  test('responds to each actor with the status in the table', async () => {
    const scene = await newScene()
    const others = inOrder.filter((actor) => actor !== 'owner')
    const compared = inOrder.filter((actor) => (gets[actor] ?? 0) >= 400 && isChosen(`${actor} ${name}`, 5))
    const isCompared = (actor: Actor) => compared.includes(actor)
    await inParallel(
      others.filter((actor) => !isCompared(actor)),
      atOnce,
      (actor) => expectTable(actor, name, scene),
    )
    for (const actor of compared) {
      const before = await settledRows(db)
      await expectTable(actor, name, scene)
      const after = await settledRows(db)
      // better-auth deletes an expired session when it finds it
      if (actor === 'expired') after.auth_session = before.auth_session ?? ''
      expect(after, `${actor} was refused`).toEqual(before)
    }
    // the owner last: their call may end the session that the others must not reach
    if (!isCompared('owner')) await expectTable('owner', name, scene)
  })
})

test('no call is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${allowedEndpoints.length} account endpoints × ${inOrder.length} actors, ${sent} calls`)
})
