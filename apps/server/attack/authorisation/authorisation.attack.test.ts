import { appRouter } from '@duo/features/server'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { describe, expect, test } from 'vitest'
import type { RawResponse } from '../fuzz/raw-request.ts'
import { settledRows } from '../row-snapshot.ts'
import { type Actor, inOrder, isKey, type Scene, sessionsOf, startScenes, ticketsOf } from '../scene.ts'
import { isChosen, noteAttack } from '../seed.ts'
import type { Outcome } from './authorisation-rows.ts'
import { procedureTable } from './authorisation-table.ts'

const { site, client, newScene } = await startScenes()
const { db } = site.database

let calls = 0

test('the table lists exactly the procedures of the router', () => {
  expect(Object.keys(procedureTable).sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
})

// the session as sent by API clients and by browsers
const carriers = (session: string): Record<string, string>[] => [
  { authorization: `Bearer ${session}` },
  { cookie: `duo.session_token=${encodeURIComponent(session)}` },
]

// browsers read a stream by GET, other clients by POST
const methodsOf = (name: string) => (name === 'chat.stream' ? (['GET', 'POST'] as const) : (['POST'] as const))

function call(name: string, input: object, headers: Record<string, string>, method = 'POST'): Promise<RawResponse> {
  calls += 1
  // a new address each, because this does not test limits
  const from = { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` }
  if (method === 'POST') {
    const json = { ...from, 'content-type': 'application/json', ...headers }
    return client.send({ method, path: `/api/trpc/${name}`, headers: json, body: JSON.stringify(input) })
  }
  const path = `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
  return client.send({ method, path, headers: { ...from, ...headers }, body: null })
}

function outcomeOf({ body, status }: RawResponse): Outcome {
  const refusal = /"appCode":"(\w+)"/.exec(body)?.[1]
  if (refusal) return refusal
  if (status !== 200) return `status ${status}`
  if (body === '{"result":{"data":null}}') return 'nothing'
  return /"data":\{"error":"(\w+)"/.exec(body)?.[1] ?? 'ok'
}

const expectedOutcome = (outcome: Outcome) => (['own', 'public'].includes(outcome) ? 'ok' : outcome)
const isRefusal = (outcome: Outcome) => !['ok', 'own', 'public', 'nothing'].includes(outcome)

interface Attempt {
  input: Record<string, unknown>
  headers: Record<string, string>
}

async function attemptsOf(actor: Actor, name: string, scene: Scene): Promise<Attempt[]> {
  const { by, input: inputOf, gets } = procedureTable[name] as (typeof procedureTable)[string]
  const input = inputOf(scene)
  if (isKey(actor)) {
    const [token] = await sessionsOf(actor, scene)
    // with the owner's ticket, so that only the key can be the reason for a refusal
    const [ticket] = typeof by === 'object' ? await ticketsOf('owner', by.ticket, by.subject(scene), scene) : []
    const withTicket = typeof by === 'object' ? { ...input, [by.field]: ticket } : input
    return [{ input: withTicket, headers: { authorization: `Bearer ${token}` } }]
  }
  // a call may succeed only once
  const ways = isRefusal(gets[actor]) ? 2 : 1
  const sessions = (await sessionsOf(actor, scene)).flatMap((carried) => carriers(carried).slice(0, ways))
  if (by === 'session' || by === 'nothing') return (sessions.length > 0 ? sessions : [{}]).map((headers) => ({ input, headers }))
  const { ticket, field, subject } = by
  const tickets = name === 'auth.refresh' ? refreshTokensOf(actor, scene) : await ticketsOf(actor, ticket, subject(scene), scene)
  return tickets.map((value) => ({ input: { ...input, [field]: value }, headers: {} }))
}

// refresh tokens name a session and its token, so a ticket for that purpose alone is not enough
function refreshTokensOf(
  actor: Actor,
  { owner, expired, revoked, refreshToken, othersRefreshToken, sharedToken }: Scene,
): string[] {
  const tokens: Record<Actor, string[]> = {
    anonymous: ['a', owner.sessionId],
    other: [othersRefreshToken],
    owner: [refreshToken],
    expired: [expired.bearer],
    revoked: [revoked.bearer],
    forged: [`${refreshToken}A`, refreshToken.replace(/\.[^.]+\./, '.e30.')],
    wrongPurpose: [sharedToken, owner.bearer],
    key: [],
    otherKey: [],
  }
  return tokens[actor]
}

describe.each(Object.entries(procedureTable))('%s', (name, { gets, by, purposes = {} }) => {
  test('gives each actor the outcome in the table, and never gives another account the owner’s data', async () => {
    const shared = await newScene()
    for (const actor of inOrder) {
      // each address may be mailed only a few times
      await site.forgetLimits()
      // an allowed call of the owner's key needs its own scene, because the owner could not repeat it
      const scene = actor === 'key' && !isRefusal(gets.key) ? await newScene() : shared
      const before = isRefusal(gets[actor]) && isChosen(`${actor} ${name}`, 5) ? await settledRows(db) : null
      const attempts = (await attemptsOf(actor, name, scene)).flatMap((attempt) =>
        methodsOf(name).map((method) => ({ ...attempt, method })),
      )
      for (const { input, headers, method } of attempts) {
        const answer = await call(name, input, headers, method)
        const attempt = `${actor}: ${method} ${JSON.stringify(headers)} ${answer.body.slice(0, 200)}`
        expect(outcomeOf(answer), attempt).toBe(expectedOutcome(gets[actor]))
        if (gets[actor] !== 'ok')
          for (const secret of scene.secrets) expect(answer.body.includes(secret), `${actor} reads ${secret}`).toBe(false)
      }
      if (before) expect(await settledRows(db), `${actor} was refused`).toEqual(before)
      if (typeof by === 'object' && actor === 'forged')
        for (const [purpose, outcome] of Object.entries(purposes)) {
          const ticketPurpose = ticketPurposes[purpose as keyof typeof ticketPurposes]
          const [ticket] = await ticketsOf('owner', ticketPurpose, scene.mine.id, scene)
          const answer = await call(name, { ...procedureTable[name]?.input(scene), [by.field]: ticket }, {})
          expect(outcomeOf(answer), `a ticket for ${purpose}`).toBe(outcome)
        }
    }
  })
})

test('no call is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${Object.keys(procedureTable).length} procedures × ${inOrder.length} actors, ${calls} calls`)
})
