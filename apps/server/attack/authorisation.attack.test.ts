import { appRouter, ticketPurposes } from '@duo/features/server'
import { startModelServer, words } from '@duo/platform/testing/model-server.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { type Outcome, procedureTable } from './authorisation-table.ts'
import { type RawAnswer, rawClient } from './raw-request.ts'
import { settledRows } from './row-snapshot.ts'
import { type Actor, actors, makeScene, type Scene, sessionsOf, ticketsOf } from './scene.ts'
import { isChosen, noteAttack } from './seed.ts'
import { startSite } from './site.ts'

/** Who gets what from every procedure, with the owner's ids in everybody's hands. */
const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: words('An engine weaves patterns.') }) })
afterAll(model.close)
const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
const { db } = site.database
const agent = await db.selectFrom('marketplace_agent').select('id').where('slug', '=', 'ada-lovelace').executeTakeFirstOrThrow()
const client = rawClient(site.url)
afterAll(client.close)

let calls = 0

test('the table names every procedure of the router, and no other', () => {
  expect(Object.keys(procedureTable).sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
})

/** The headers that carry a session: as API clients send it and as browsers do. */
const carriers = (session: string): Record<string, string>[] => [
  { authorization: `Bearer ${session}` },
  { cookie: `duo.session_token=${encodeURIComponent(session)}` },
]

function call(name: string, input: object, headers: Record<string, string>): Promise<RawAnswer> {
  calls += 1
  // each from an address of its own: limits are another attack's business
  const from = { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` }
  if (name !== 'chat.stream') {
    const json = { ...from, 'content-type': 'application/json', ...headers }
    return client.send({ method: 'POST', path: `/api/trpc/${name}`, headers: json, body: JSON.stringify(input) })
  }
  const path = `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
  return client.send({ method: 'GET', path, headers: { ...from, ...headers }, body: null })
}

/** The outcome that an answer is. */
function outcomeOf({ body, status }: RawAnswer): Outcome {
  const refusal = /"appCode":"(\w+)"/.exec(body)?.[1]
  if (refusal) return refusal
  if (status !== 200) return `status ${status}`
  if (body === '{"result":{"data":null}}') return 'nothing'
  return /"data":\{"error":"(\w+)"/.exec(body)?.[1] ?? 'ok'
}

const meant = (outcome: Outcome) => (['own', 'public'].includes(outcome) ? 'ok' : outcome)
const isRefusal = (outcome: Outcome) => !['ok', 'own', 'public', 'nothing'].includes(outcome)

interface Attempt {
  input: Record<string, unknown>
  headers: Record<string, string>
}

/** Every way in which an actor tries a procedure. */
async function attemptsOf(actor: Actor, name: string, scene: Scene): Promise<Attempt[]> {
  const { by, input: inputOf, gets } = procedureTable[name] as (typeof procedureTable)[string]
  const input = inputOf(scene)
  // what succeeds may succeed once only
  const ways = isRefusal(gets[actor]) ? 2 : 1
  const sessions = (await sessionsOf(actor, scene)).flatMap((carried) => carriers(carried).slice(0, ways))
  if (by === 'session' || by === 'nothing') return (sessions.length > 0 ? sessions : [{}]).map((headers) => ({ input, headers }))
  const { ticket, field, subject } = by
  const tickets = name === 'auth.refresh' ? refreshTokensOf(actor, scene) : await ticketsOf(actor, ticket, subject(scene), scene)
  // the owner's session must not open what only a ticket does
  return tickets.map((value) => ({ input: { ...input, [field]: value }, headers: {} }))
}

/** A refresh token names a session and its token; a ticket of that purpose alone opens nothing. */
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
  }
  return tokens[actor]
}

// the owner last: what they call may end what the others try to get at
const inOrder = actors.toSorted((a, b) => Number(a === 'owner') - Number(b === 'owner'))

describe.each(Object.entries(procedureTable))('%s', (name, { gets, by, purposes = {} }) => {
  test('gives each actor what the table says, and nothing of the owner’s to anyone else', async () => {
    await site.forgetLimits()
    const scene = await makeScene(site, agent.id)
    for (const actor of inOrder) {
      const before = isRefusal(gets[actor]) && isChosen(`${actor} ${name}`, 5) ? await settledRows(db) : null
      for (const { input, headers } of await attemptsOf(actor, name, scene)) {
        const answer = await call(name, input, headers)
        expect(outcomeOf(answer), `${actor}: ${JSON.stringify(headers)} ${answer.body.slice(0, 200)}`).toBe(meant(gets[actor]))
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

test('no call was a failure in the log', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${Object.keys(procedureTable).length} procedures × ${actors.length} actors, ${calls} calls`)
})
