import { accountCalls } from '@duo/features/server'
import { startModelServer, words } from '@duo/platform/testing/model-server.ts'
import { wholeSuite } from '@duo/platform/testing/scope.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { accountCallTable } from './authorisation-table.ts'
import { type RawAnswer, rawClient } from './raw-request.ts'
import { settledRows } from './row-snapshot.ts'
import { type Actor, actors, makeScene, type Scene, sessionsOf, ticketsOf } from './scene.ts'
import { isChosen, noteAttack } from './seed.ts'
import { startSite } from './site.ts'

/** Who gets what from every call under /api/auth. */
const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: words('An engine weaves patterns.') }) })
afterAll(model.close)
const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
const { db } = site.database
const agent = await db.selectFrom('marketplace_agent').select('id').where('slug', '=', 'ada-lovelace').executeTakeFirstOrThrow()
const client = rawClient(site.url)
afterAll(client.close)

let sent = 0

test('the table names every call, and no other', () => {
  expect(Object.keys(accountCallTable).sort()).toEqual(accountCalls.map(({ name }) => name).sort())
})

interface Attempt {
  input: Record<string, unknown>
  headers: Record<string, string>
}

async function attemptsOf(actor: Actor, name: string, scene: Scene): Promise<Attempt[]> {
  const { by, input: inputOf } = accountCallTable[name] as (typeof accountCallTable)[string]
  const input = inputOf(scene)
  const tickets = typeof by === 'object' ? await ticketsOf(actor, by.ticket, by.subject(scene), scene) : []
  if (tickets.length > 0) return tickets.map((token) => ({ input: { ...input, token }, headers: {} }))
  // many of the calls that need no session hash a password
  const sessions = (await sessionsOf(actor, scene)).slice(0, by === 'nothing' && !wholeSuite ? 1 : undefined)
  if (sessions.length === 0) return [{ input, headers: {} }]
  return sessions.flatMap((session): Attempt[] => [
    { input, headers: { authorization: `Bearer ${session}` } },
    {
      input,
      headers: { cookie: `duo.session_token=${encodeURIComponent(session)}`, origin: site.url, 'sec-fetch-site': 'same-origin' },
    },
  ])
}

function call(name: string, input: object, headers: Record<string, string>): Promise<RawAnswer> {
  sent += 1
  const { method } = accountCalls.find((known) => known.name === name) ?? { method: 'POST' }
  const from = { host: new URL(site.url).host, 'x-forwarded-for': `10.1.${sent >> 8}.${sent & 255}` }
  const path = `/api/auth${name.replace('*', 'google')}`
  const json = { ...from, 'content-type': 'application/json', ...headers }
  return client.send({ method, path, headers: json, body: method === 'GET' ? null : JSON.stringify(input) })
}

const isSignedIn = async ({ owner }: Scene) =>
  (await call('/get-session', {}, { authorization: `Bearer ${owner.bearer}` })).body !== 'null'

describe.each(Object.entries(accountCallTable))('%s', (name, { gets }) => {
  test('gives each actor what the table says', async () => {
    for (const actor of actors) {
      const scene = await makeScene(site, agent.id)
      const before = (gets[actor] ?? 0) >= 400 && isChosen(`${actor} ${name}`, 5) ? await settledRows(db) : null
      for (const { input, headers } of await attemptsOf(actor, name, scene)) {
        await site.forgetLimits()
        const { status, body } = await call(name, input, headers)
        const got = status === 200 && body === 'null' ? null : status
        expect(got, `${actor}: ${JSON.stringify(headers)} ${body.slice(0, 200)}`).toBe(gets[actor])
        if (actor !== 'owner') {
          // what the caller typed may be said back to them
          const unknown = scene.secrets.filter((secret) => !JSON.stringify(input).includes(secret))
          for (const secret of unknown) expect(body.includes(secret), `${actor} reads ${secret}`).toBe(false)
          expect(await isSignedIn(scene), `${actor} has signed the owner out`).toBe(true)
        }
      }
      if (!before) continue
      const after = await settledRows(db)
      // better-auth deletes a session that it finds expired
      if (actor === 'expired') after.auth_session = before.auth_session ?? ''
      expect(after, `${actor} was refused`).toEqual(before)
    }
  })
})

test('no call was a failure in the log', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${accountCalls.length} calls about accounts × ${actors.length} actors, ${sent} calls`)
})
