import { createConfirmedAccount, password } from '@duo/server/testing/accounts.ts'
import { makeAgent } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ApiKeyEntry } from '../../api-key-schema.ts'

const app = await testApp()
const inbox = await app.mails()
let agentId = ''
beforeAll(async () => {
  agentId = await makeAgent(app.db)
})
beforeEach(async () => {
  await app.db.deleteFrom('rate_limit').execute()
})
afterAll(app.close)

async function ownerOfKey(name = 'Laptop script') {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  return { browser, person, ...(await newKey(browser, name)) }
}

type Browser = Awaited<ReturnType<typeof createConfirmedAccount>>['browser']

async function newKey(browser: Browser, name: string) {
  const scopes = ['marketplace:read', 'chat:read', 'chat:write']
  const { data } = await browser.call('auth.createApiKey', { name, scopes, days: 30, password })
  const { token, key } = data as { token: string; key: ApiKeyEntry }
  return { token, id: key.id }
}

const listInput = { search: '', cursor: null, language: 'en' }

const post = (path: string, input: object, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/trpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const statusOf = async (token: string) => (await post('chat.list', listInput, bearer(token))).status

test('a key in the URL, a cookie, the body or another header is rejected and never logged', async () => {
  const { token } = await ownerOfKey()
  const input = encodeURIComponent(JSON.stringify(listInput))
  const inAddress = ['key', 'token', 'api_key', 'access_token', 'authorization'].map((name) => `${name}=${token}`).join('&')
  const attempts = await Promise.all([
    fetch(`${app.url}/api/trpc/chat.list?input=${input}&${inAddress}`),
    fetch(`${app.url}/api/trpc/chat.list?input=${input}`, { headers: { cookie: `duo.session_token=${token}` } }),
    post('chat.list', { ...listInput, token }),
    post('chat.list', listInput, { 'x-api-key': token }),
    post('chat.list', listInput, { authorization: token }),
    post('chat.list', listInput, { authorization: `Basic ${btoa(`${token}:`)}` }),
  ])
  expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  expect(await statusOf(token)).toBe(200)
  expect(app.logged()).toContain('/api/trpc/chat.list')
  expect(app.logged()).not.toContain(token)
})

test('a call with another user’s cookie acts only for the owner of the key', async () => {
  const owner = await ownerOfKey()
  const other = await ownerOfKey()
  const started = await post('chat.start', { agentId }, bearer(owner.token))
  const { conversation } = ((await started.json()) as { result: { data: { conversation: { id: string } } } }).result.data
  const cookie = [...other.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asOther = { cookie, ...bearer(owner.token), origin: app.url, 'sec-fetch-site': 'same-origin' }
  expect((await post('chat.messages', { conversationId: conversation.id, cursor: null }, asOther)).status).toBe(200)
  const withOtherKey = { ...asOther, ...bearer(other.token) }
  expect((await post('chat.messages', { conversationId: conversation.id, cursor: null }, withOtherKey)).status).toBe(404)
  expect((await post('auth.account', {}, asOther)).status).toBe(403)
  await other.browser.call('auth.revokeApiKey', { id: other.id })
  expect((await post('chat.list', listInput, withOtherKey)).status).toBe(401)
})

test('each call of a batch is authorized separately', async () => {
  const { token, person } = await ownerOfKey()
  const answer = await post('chat.list,auth.account,auth.apiKeys?batch=1', { 0: listInput, 1: {}, 2: {} }, bearer(token))
  const text = await answer.text()
  const results = JSON.parse(text) as { error?: { data: { appCode: string } } }[]
  expect(results.map(({ error }) => error?.data.appCode ?? 'ok')).toEqual(['ok', 'forbidden', 'forbidden'])
  expect(text).not.toContain(person.email)
})

test('two keys can share a name and are revoked separately', async () => {
  const { browser, ...one } = await ownerOfKey('Backup')
  const two = await newKey(browser, 'Backup')
  await browser.call('auth.revokeApiKey', { id: one.id })
  expect([await statusOf(one.token), await statusOf(two.token)]).toEqual([401, 200])
})

test('revoking a key on two devices at once while it is in use revokes it once and causes no other error', async () => {
  const { browser, person, token, id } = await ownerOfKey()
  const calls = Array.from({ length: 12 }, () => statusOf(token))
  const revoked = await Promise.all([1, 2].map(() => browser.call('auth.revokeApiKey', { id })))
  expect(revoked.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await statusOf(token)).toBe(401)
  for (const status of await Promise.all(calls)) expect([200, 401]).toContain(status)
  const { events } = (await browser.call('auth.activity')).data as { events: { kind: string }[] }
  expect(
    events.filter(({ kind }) => kind === 'api_key_revoked'),
    person.email,
  ).toHaveLength(1)
})

test('malformed keys are rejected: changed letters, a truncated key, two keys, a very long one', async () => {
  const { token } = await ownerOfKey()
  const [random, checksum] = [token.slice(4, -8), token.slice(-8)]
  const forgeries = [
    token.toUpperCase(),
    `duo_${random.toUpperCase()}${checksum}`,
    token.slice(0, -1),
    `${token}0`,
    `${token},${token}`,
    `duo_${'0'.repeat(48)}`,
    `duo_${'a'.repeat(8_000)}`,
    'duo_',
  ]
  for (const forgery of forgeries) expect(await statusOf(forgery), forgery.slice(0, 60)).toBe(401)
  expect(await statusOf(`duo_${'a'.repeat(20_000)}`)).toBe(431)
  expect(await statusOf(token)).toBe(200)
})
