import { randomUUID } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import type { Db } from '@duo/db/index.ts'
import { hashApiKey, newApiKeyToken } from '@duo/features/auth/server/api-keys/api-key-token.ts'
import { signToken } from '@duo/features/auth/server/sessions/sessions.ts'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { scopes } from '@duo/platform/shared/scopes.ts'
import { startModelServer, words } from '@duo/platform/testing/servers/model-server.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll } from 'vitest'
import { browserOf, startConversation } from './conversations.ts'
import { rawClient } from './fuzz/raw-request.ts'
import { addKnowledge, shareKnowledge } from './knowledge.ts'
import { makePerson, type Person } from './people.ts'
import { keys, type Site, startSite } from './site.ts'

// all of them know the owner's ids, as if those had leaked
const actors = ['anonymous', 'other', 'owner', 'expired', 'revoked', 'forged', 'wrongPurpose', 'key', 'otherKey'] as const
export type Actor = (typeof actors)[number]

export const isKey = (actor: Actor) => actor === 'key' || actor === 'otherKey'

/** The owner last: their calls may end or delete what the others try to reach. */
export const inOrder = actors.toSorted((a, b) => Number(a === 'owner') - Number(b === 'owner'))

const foreignKeys = keysFrom('a secret of another server, 32 letters+')

type Ticket = { purpose: string; subject: string; expiresIn: string; generation?: number }
const ticketOf = (ticket: Ticket) => signTicket(keys, ticket)

const tamperToken = (carried: string) => carried.replace(/(.)\./, (_, letter: string) => `${letter === 'A' ? 'B' : 'A'}.`)
const withoutAlgorithm = (ticket: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${ticket.split('.')[1]}.`

export async function startScenes() {
  const model = await startModelServer({ usual: () => ({ kind: 'text', pieces: words('An engine weaves patterns.') }) })
  afterAll(model.close)
  const site = await startSite({ settings: { AI_BASE_URL: model.url, AI_MODEL: 'local' } })
  const ofAda = site.database.db.selectFrom('marketplace_agent').select('id').where('slug', '=', 'ada-lovelace')
  const { id: agentId } = await ofAda.executeTakeFirstOrThrow()
  const client = rawClient(site.url)
  afterAll(client.close)
  return { site, client, newScene: () => makeScene(site, agentId) }
}

async function makeScene(site: Site, agentId: string) {
  const { db } = site.database
  const [owner, other, expired, revoked] = await Promise.all([
    makePerson(db),
    makePerson(db),
    makePerson(db, { holds: -1_000 }),
    makePerson(db),
  ])
  await db.deleteFrom('auth_session').where('id', '=', revoked.sessionId).execute()
  // an expired session of the owner must no longer work
  await db.updateTable('auth_session').set({ user_id: owner.id }).where('id', '=', expired.sessionId).execute()
  const browser = browserOf(site.url, owner)
  const conversation = await startConversation(site.url, owner, agentId, `A question about ${owner.id}`)
  const { data: shared } = await browser.call('chat.share', { id: conversation.conversationId })
  const mine = await entryOf(db, owner)
  const theirs = await entryOf(db, other)
  const changeId = uuidv7()
  const otherSession = { id: uuidv7(), user_id: owner.id, token: randomUUID(), ip_address: null, user_agent: null }
  await db
    .insertInto('auth_session')
    .values({ ...otherSession, expires_at: new Date(Date.now() + 86_400_000) })
    .execute()
  await db
    .insertInto('auth_account')
    .values(
      ['google', 'linkedin'].map((provider_id) => ({ id: uuidv7(), user_id: owner.id, account_id: randomUUID(), provider_id })),
    )
    .execute()
  const factors = await addFactors(db, owner)
  const knowledge = await addKnowledge(db, owner)
  const studio = await shareKnowledge(db, browser, knowledge.studioAgentId)
  const [ownKey, otherKey] = await Promise.all([makeApiKey(db, owner), makeApiKey(db, other)])
  await sql`update auth_user set pending_email = ${`new-${owner.email}`}, pending_id = ${changeId} where id = ${owner.id}`.execute(
    db,
  )
  const refreshTokenOf = async (person: Person) => {
    const answer = await fetch(`${site.url}/api/trpc/auth.session`, { headers: { authorization: `Bearer ${person.bearer}` } })
    const { result } = (await answer.json()) as { result: { data: { refresh_token: string } } }
    return result.data.refresh_token
  }
  return {
    owner,
    other,
    expired,
    revoked,
    ...conversation,
    ...factors,
    ...knowledge,
    ...studio,
    apiKey: ownKey.token,
    apiKeyId: ownKey.id,
    otherApiKey: otherKey.token,
    agentId,
    otherSessionId: otherSession.id,
    sharedToken: (shared as { token: string }).token,
    mine,
    theirs,
    changeId,
    refreshToken: await refreshTokenOf(owner),
    othersRefreshToken: await refreshTokenOf(other),
    secrets: [owner.id, owner.email, factors.passkeyId, ownKey.id, `new-${owner.email}`, mine.referral_code, otherSession.id],
  }
}

export type Scene = Awaited<ReturnType<typeof makeScene>>

async function addFactors(db: Db, { id: user_id }: Person) {
  const [passkeyId, recoveryId] = [uuidv7(), uuidv7()]
  const credential = { credential_id: randomUUID(), public_key: Buffer.from('a key'), transports: [] }
  await db
    .insertInto('auth_passkey')
    .values({ id: passkeyId, user_id, ...credential, counter: 0, name: 'Laptop', event_id: uuidv7() })
    .execute()
  // the owner's session has just passed its factor; factor-matrix.db.test.ts covers those that have not
  await db.updateTable('auth_session').set({ factor_at: new Date() }).where('user_id', '=', user_id).execute()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await db
    .insertInto('auth_factor_recovery')
    .values({ id: recoveryId, user_id, ripe_at: inDays(7), lapses_at: inDays(14) })
    .execute()
  return { passkeyId, recoveryId }
}

/** Stores a key with every scope, so that a refusal is the procedure's. */
async function makeApiKey(db: Db, { id: user_id }: Person) {
  const [id, token] = [uuidv7(), newApiKeyToken()]
  const key = { id, user_id, name: 'Script', token_hash: hashApiKey(token), hint: token.slice(-4), scopes: [...scopes] }
  // just used, so that a refused call changes no row
  await db
    .insertInto('auth_api_key')
    .values({ ...key, last_used_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) })
    .execute()
  // known everywhere and at the daily limit of mails, so that a refused call from a new network changes no row
  const mailed_at = new Date()
  const networks = Array.from({ length: 3 }, (_, n) => ({ key_id: id, network_hash: `network ${n}`, mailed_at }))
  await db.insertInto('auth_api_key_network').values(networks).execute()
  return { id, token }
}

/** Stores a confirmed, claimed waitlist entry whose first tickets are revoked. */
function entryOf(db: Db, { id: user_id, email }: Person) {
  return makeSignup(db, { email, user_id, confirmed_at: new Date(), ticket_generation: 1 })
}

/** Returns the sessions and API keys to try, each as a bearer token and as a cookie. */
export async function sessionsOf(actor: Actor, scene: Scene): Promise<string[]> {
  const { owner, other, expired, revoked, mine, refreshToken } = scene
  switch (actor) {
    case 'anonymous':
      return []
    case 'owner':
      return [owner.bearer]
    case 'other':
      return [other.bearer]
    case 'expired':
      return [expired.bearer]
    case 'revoked':
      return [revoked.bearer]
    case 'key':
      return [scene.apiKey]
    case 'otherKey':
      return [scene.otherApiKey]
    case 'forged': {
      const [, signature = ''] = other.bearer.split('.')
      return [
        tamperToken(owner.bearer),
        `${owner.token}.${signature}`,
        owner.token,
        signToken(foreignKeys, owner.token),
        `${owner.bearer} `.repeat(2),
      ]
    }
    case 'wrongPurpose': {
      const ticket = await ticketOf({ purpose: ticketPurposes.member, subject: mine.id, expiresIn: '1d', generation: 1 })
      return [ticket, refreshToken, await ticketOf({ purpose: 'auth.device', subject: owner.id, expiresIn: '1d' })]
    }
  }
}

/** Returns the tickets to try where a ticket for `purpose` opens the owner's data. */
export async function ticketsOf(actor: Actor, purpose: string, subject: string, scene: Scene): Promise<string[]> {
  const isEntry = purpose.startsWith('waitlist.')
  const right: Ticket = { purpose, subject, expiresIn: '1d', generation: isEntry ? 1 : 0 }
  const ticket = await ticketOf(right)
  switch (actor) {
    case 'anonymous':
      return ['a', subject, '..', withoutAlgorithm(ticket)]
    case 'owner':
      return [ticket]
    case 'other':
      return [await ticketOf({ ...right, subject: isEntry ? scene.theirs.id : `${scene.other.id}.${scene.changeId}` })]
    case 'expired':
      return [await ticketOf({ ...right, expiresIn: '-1s' })]
    case 'revoked':
      // of an earlier generation, or for an address change that was replaced
      return [await ticketOf(isEntry ? { ...right, generation: 0 } : { ...right, subject: `${scene.owner.id}.${uuidv7()}` })]
    case 'forged':
      return [tamperToken(ticket), signTicket(foreignKeys, right), `${ticket}A`]
    case 'key':
      return [scene.apiKey]
    case 'otherKey':
      return [scene.otherApiKey]
    case 'wrongPurpose':
      return [scene.owner.bearer, scene.refreshToken, await ticketOf({ ...right, purpose: 'auth.device' })]
  }
}
