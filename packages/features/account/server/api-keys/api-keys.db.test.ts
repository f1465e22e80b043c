import { startModelServer } from '@duo/platform/testing/servers/model-server.ts'
import { createConfirmedAccount, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { follow, gate, makeAgent } from '@duo/server/testing/chat.ts'
import { codeOf } from '@duo/server/testing/second-factors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newApiKeyToken } from '#auth/server/api-keys/api-key-token.ts'
import { maintenanceTasks } from '#server.ts'
import type { ApiKeyEntry } from '../../api-key-schema.ts'

const model = await startModelServer()
const app = await testApp({ AI_BASE_URL: model.url, AI_MODEL: 'local' })
const inbox = await app.mails()
let agentId = ''
beforeAll(async () => {
  agentId = await makeAgent(app.db)
})
afterAll(async () => {
  await app.close()
  await model.close()
})

const all = ['marketplace:read', 'chat:read', 'chat:write']
const keyInput = (overrides: object = {}) => ({ name: 'Laptop script', scopes: all, days: 30, password, ...overrides })

async function member() {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  return { browser, person }
}

type Browser = Awaited<ReturnType<typeof member>>['browser']

/** Takes the oldest unread mail with a matching subject and discards the others. */
async function mailTo(email: string, subject: RegExp) {
  for (;;) {
    const mail = await inbox.next(email)
    if (subject.test(mail.subject)) return mail
  }
}
const tokenOf = async (email: string, subject: RegExp) => tokenIn((await mailTo(email, subject)).text)

async function enrol(browser: Browser) {
  const { secret } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
  return browser.call('auth.confirmCodes', { code: codeOf(secret) })
}

async function newKey(browser: Browser, overrides: object = {}) {
  const { data } = await browser.call('auth.createApiKey', keyInput(overrides))
  const { token, key } = data as { token: string; key: ApiKeyEntry }
  return { token, id: key.id }
}

/** An API client without cookies that sends the key on each call. */
function program(token: string) {
  const { call, request, auth } = testBrowser(app.url)
  const authorization = { authorization: `Bearer ${token}` }
  return {
    call: (procedure: string, input?: unknown) => call(procedure, input, authorization),
    auth: (path: string, body?: unknown) => auth(path, body, authorization),
    request: (path: string, init: RequestInit = {}) =>
      request(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...authorization } }),
  }
}
const listOf = async (browser: Browser) => ((await browser.call('auth.apiKeys')).data as { keys: ApiKeyEntry[] }).keys
const works = async (token: string) =>
  (await program(token).call('chat.list', { search: '', cursor: null, language: 'en' })).status

describe('a new key', () => {
  test('requires the password, is shown once, and is stored as a hash', async () => {
    const { browser } = await member()
    expect(await browser.call('auth.createApiKey', keyInput({ password: 'not-it' }))).toMatchObject({
      data: { error: 'wrong_password' },
    })
    expect(await listOf(browser)).toEqual([])
    const { data } = await browser.call('auth.createApiKey', keyInput())
    const { token, key } = data as { token: string; key: ApiKeyEntry }
    expect(token).toMatch(/^duo_[0-9a-f]{48}$/)
    expect(await listOf(browser)).toEqual([
      { ...key, name: 'Laptop script', scopes: all, hint: token.slice(-4), lastUsedAt: null },
    ])
    const rows = await app.db.selectFrom('auth_api_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 44))
    const days = (Date.parse(key.expiresAt) - Date.parse(key.createdAt)) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  test.each([
    ['no name', { name: ' ' }, { name: 'name_required' }],
    ['a name that looks empty', { name: '\u2800\u200B' }, { name: 'name_required' }],
    ['no scope', { scopes: [] }, { scopes: 'scope_required' }],
    ['a scope that does not exist', { scopes: ['account:erase'] }, { 'scopes.0': 'invalid' }],
    ['more than a year', { days: 366 }, { days: 'invalid' }],
  ])('is refused with %s', async (_case, overrides, fields) => {
    const { browser } = await member()
    expect(await browser.call('auth.createApiKey', keyInput(overrides))).toMatchObject({ status: 400, fields })
  })

  test('is refused beyond ten, even under concurrency; revoking one makes room', async () => {
    const { browser } = await member()
    // only the last ones are concurrent: all at once would exceed the limit of password checks
    for (let n = 0; n < 7; n++) await newKey(browser)
    await app.db.deleteFrom('rate_limit').execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.call('auth.createApiKey', keyInput())))
    expect(answers.map(({ data }) => (data as { error: string | null }).error).sort()).toEqual(
      [null, null, null, 'too_many'].sort(),
    )
    const [first] = await listOf(browser)
    await browser.call('auth.revokeApiKey', { id: first?.id })
    await app.db.deleteFrom('rate_limit').execute()
    expect(await browser.call('auth.createApiKey', keyInput())).toMatchObject({ data: { error: null } })
  })
})

describe('a key', () => {
  test('acts for its account within its scopes only', async () => {
    const { browser } = await member()
    const reader = program((await newKey(browser, { scopes: ['chat:read'] })).token)
    expect(await reader.call('chat.list', { search: '', cursor: null, language: 'en' })).toMatchObject({ status: 200 })
    expect(await reader.call('chat.start', { agentId })).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await reader.call('marketplace.agents', { language: 'en' })).toMatchObject({ status: 403 })
    const writer = program((await newKey(browser, { scopes: ['chat:write', 'marketplace:read'] })).token)
    expect(await writer.call('chat.start', { agentId })).toMatchObject({ status: 200 })
    expect(await writer.call('marketplace.agents', { language: 'en' })).toMatchObject({ status: 200 })
    expect(await writer.call('chat.list', { search: '', cursor: null, language: 'en' })).toMatchObject({ status: 403 })
  })

  test('sends a question and streams the reply, whose tokens count toward the plan', async () => {
    const { browser } = await member()
    const client = program((await newKey(browser)).token)
    model.queue.push({ kind: 'text', pieces: ['An engine ', 'weaves patterns.'] })
    const { conversation } = (await client.call('chat.start', { agentId })).data as { conversation: { id: string } }
    const content = 'What is an engine?'
    const { data } = await client.call('chat.send', { conversationId: conversation.id, clientId: crypto.randomUUID(), content })
    const { reply } = data as { reply: { id: string } }
    const read = await follow(client as unknown as Browser, reply.id)
    expect(read.text).toContain('weaves patterns.')
    const { usage } = (await browser.call('billing.subscription')).data as { usage: { tokensPerMonth: number } }
    expect(usage.tokensPerMonth).toBeGreaterThan(0)
  })

  test('is not a session: account, session, key, export and deletion calls and the auth endpoints reject it', async () => {
    const { browser, person } = await member()
    const { token, id } = await newKey(browser)
    const client = program(token)
    for (const [procedure, input] of [
      ['auth.session'],
      ['auth.account'],
      ['auth.sessions'],
      ['auth.activity'],
      ['auth.download'],
      ['auth.erase', { password }],
      ['auth.apiKeys'],
      ['auth.createApiKey', keyInput()],
      ['auth.revokeApiKey', { id }],
      ['auth.revokeOtherSessions'],
      ['billing.subscription'],
      ['waitlist.mine'],
      ['chat.share', { id }],
      ['chat.remove', { id }],
    ] as const)
      expect(await client.call(procedure, input), procedure).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await client.auth('get-session')).toMatchObject({ status: 403 })
    expect(await client.auth('sign-in/email', person)).toMatchObject({ status: 403 })
    expect(await (await client.request('/account')).text()).not.toContain(person.email)
    // also rejected beside a session cookie
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const both = await fetch(`${app.url}/api/trpc/auth.account`, { headers: { cookie, authorization: `Bearer ${token}` } })
    expect(both.status).toBe(403)
  })

  test('shows its last use and stops working when revoked or expired; another account cannot revoke it', async () => {
    const { browser } = await member()
    const otherUser = (await member()).browser
    const { token, id } = await newKey(browser)
    expect(await works(token)).toBe(200)
    expect(Date.parse((await listOf(browser))[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(await otherUser.call('auth.revokeApiKey', { id })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await works(token)).toBe(200)
    expect(await browser.call('auth.revokeApiKey', { id })).toMatchObject({ data: { error: null } })
    expect(await works(token)).toBe(401)
    expect(await browser.call('auth.revokeApiKey', { id })).toMatchObject({ status: 404 })

    const expired = await newKey(browser)
    await app.db.updateTable('auth_api_key').set({ expires_at: new Date() }).where('id', '=', expired.id).execute()
    expect(await works(expired.token)).toBe(401)
    expect(await works(newApiKeyToken())).toBe(401)
    expect(await works('duo_not-a-key')).toBe(401)
  })

  test('has its own rate limit', async () => {
    const { browser } = await member()
    const [one, two] = [await newKey(browser), await newKey(browser)]
    const expire = Date.now() + 60_000
    await app.db
      .insertInto('rate_limit')
      .values({ key: `api_key:${one.id}`, points: 300, expire })
      .execute()
    expect(await works(one.token)).toBe(429)
    expect(await works(two.token)).toBe(200)
  })
})

describe('the keys of an account', () => {
  const ways: [string, (of: Awaited<ReturnType<typeof member>>) => Promise<unknown>][] = [
    ['end with “sign out everywhere”', ({ browser }) => browser.call('auth.revokeOtherSessions')],
    [
      'end with a recovery',
      async ({ person }) => {
        const fresh = testBrowser(app.url)
        await fresh.call('auth.requestPasswordReset', { email: person.email })
        return fresh.call('auth.resetPassword', {
          token: await tokenOf(person.email, /Choose a new password/),
          newPassword: 'nova-senha-boa',
        })
      },
    ],
    [
      'end with a password change',
      ({ browser }) => browser.call('auth.changePassword', { currentPassword: password, newPassword: 'nova-senha-boa' }),
    ],
    ['end with one-time codes, the first factor', ({ browser }) => enrol(browser)],
    [
      'end when the owner disputes their creation',
      async ({ person }) =>
        testBrowser(app.url).call('auth.dispute', { token: await tokenOf(person.email, /API key was created/) }),
    ],
    ['end with the account', ({ browser }) => browser.call('auth.erase', { password })],
  ]
  test.each(ways)('%s, while other accounts’ keys stay valid', async (_name, end) => {
    await app.db.deleteFrom('rate_limit').execute()
    const owner = await member()
    const other = await newKey((await member()).browser)
    const { token, id } = await newKey(owner.browser)
    expect(await end(owner)).toMatchObject({ data: { error: null } })
    expect(await works(token)).toBe(401)
    expect(await app.db.selectFrom('auth_api_key').where('id', '=', id).select('id').execute()).toEqual([])
    expect(await works(other.token)).toBe(200)
  })

  const endings: [string, (browser: Browser, id: string) => Promise<unknown>][] = [
    ['revoked', (browser, id) => browser.call('auth.revokeApiKey', { id })],
    ['ended by “sign out everywhere”', (browser) => browser.call('auth.revokeOtherSessions')],
    [
      'expired',
      (_browser, id) => app.db.updateTable('auth_api_key').set({ expires_at: new Date() }).where('id', '=', id).execute(),
    ],
  ]
  test.each(endings)('stop a streaming reply within seconds when %s', async (_name, end) => {
    await app.db.deleteFrom('rate_limit').execute()
    const { browser } = await member()
    const { token, id } = await newKey(browser)
    const client = program(token)
    const { pieces, give, finish } = gate()
    model.queue.push({ kind: 'text', pieces })
    const { conversation } = (await client.call('chat.start', { agentId })).data as { conversation: { id: string } }
    const question = { conversationId: conversation.id, clientId: crypto.randomUUID(), content: 'What is an engine?' }
    const { reply } = (await client.call('chat.send', question)).data as { reply: { id: string } }
    let markReading = () => {}
    const reading = new Promise<void>((done) => {
      markReading = done
    })
    const followed = follow(client as unknown as Browser, reply.id, {
      enough: ({ text }) => {
        if (text !== '') markReading()
        return false
      },
    })
    give('One two three.')
    await reading
    await end(browser, id)
    const ended = performance.now()
    expect(await followed).toMatchObject({ text: 'One two three.', end: null, code: 'unauthorized' })
    expect(performance.now() - ended).toBeLessThan(6_000)
    give('Nobody sees this.')
    finish()
  })
})

test('keys are in the security events and the export, without the token or its hash', async () => {
  const { browser } = await member()
  const { token, id } = await newKey(browser)
  const { document } = (await browser.call('auth.download')).data as { document: Record<string, unknown> }
  expect(document.api_keys).toMatchObject([{ name: 'Laptop script', scopes: all, hint: token.slice(-4) }])
  expect(JSON.stringify(document)).not.toContain(token)
  const row = await app.db.selectFrom('auth_api_key').where('id', '=', id).select('token_hash').executeTakeFirstOrThrow()
  expect(JSON.stringify(document)).not.toContain(row.token_hash)
  await browser.call('auth.revokeApiKey', { id })
  const { events } = (await browser.call('auth.activity')).data as { events: { kind: string }[] }
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['api_key_created', 'api_key_revoked']))
})

test('keys are deleted 30 days after they expire', async () => {
  const { browser } = await member()
  const [old, recent] = [await newKey(browser), await newKey(browser)]
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await app.db
    .updateTable('auth_api_key')
    .set({ expires_at: daysAgo(31) })
    .where('id', '=', old.id)
    .execute()
  await app.db
    .updateTable('auth_api_key')
    .set({ expires_at: daysAgo(29) })
    .where('id', '=', recent.id)
    .execute()
  for (const { run } of maintenanceTasks) await run(app.db, app.appContext)
  expect((await listOf(browser)).map(({ id }) => id)).toEqual([recent.id])
})
