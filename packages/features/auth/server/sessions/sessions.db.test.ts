import { createConfirmedAccount, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import type { inferRouterOutputs } from '@trpc/server'
import { afterAll, describe, expect, test } from 'vitest'
import type { AppRouter } from '#server.ts'

type AuthAnswers = inferRouterOutputs<AppRouter>['auth']

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

const cookieName = 'duo.session_token'
const { browser: ana, person } = await createConfirmedAccount(app, inbox)

/** An API client: no cookies and no `Sec-Fetch-Site`. */
const client = (token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const post = (path: string, body: unknown) =>
    fetch(`${app.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    auth: (path: string, body: unknown = {}) => post(`auth/${path}`, body),
    call: async <Data = unknown>(procedure: string, input: unknown = {}) => {
      const response = await post(`trpc/${procedure}`, input)
      const answer = (await response.json()) as { result?: { data: Data } } | null
      return { status: response.status, data: answer?.result?.data }
    },
  }
}

const signedInClient = async () => {
  const response = await client().auth('sign-in/email', { email: person.email, password })
  return String(response.headers.get('set-auth-token'))
}

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, and returns no token to a browser', async () => {
    const browser = testBrowser(app.url)
    const { status, headers, body } = await browser.auth('sign-in/email', { email: ` ${person.email.toUpperCase()} `, password })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token: null, user: { email: person.email } })
    expect(headers.get('set-auth-token')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^duo\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^duo\.device=/),
    ])
    expect(await browser.call('auth.session')).toMatchObject({ data: { access_token: null, user: { email: person.email } } })
    const own = await browser.request('/api/auth/get-session')
    const response = (await own.json()) as { session: object }
    expect(response).toMatchObject({ session: { token: null }, user: { email: person.email } })
    expect(response.session).not.toHaveProperty('deviceId')
  })

  test.each([
    ['a wrong password', { email: person.email, password: 'wrong-password' }],
    ['an unknown address', { email: 'nobody@example.com', password }],
  ])('with %s is refused with the same message', async (_case, body) => {
    expect(await testBrowser(app.url).auth('sign-in/email', body)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
    })
  })

  test('starts a new session and ends the old one, which prevents session fixation', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    const fixed = browser.cookies.get(cookieName) ?? ''
    await browser.auth('sign-in/email', { email: person.email, password })
    expect(browser.cookies.get(cookieName)).not.toBe(fixed)
    const attacker = testBrowser(app.url)
    attacker.cookies.set(cookieName, fixed)
    expect(await attacker.call('auth.session')).toMatchObject({ data: null })
  })

  test('is not possible with a forged cookie: the caller stays anonymous', async () => {
    const right = ana.cookies.get(cookieName) ?? ''
    const [token = ''] = decodeURIComponent(right).split('.')
    for (const made of [
      'x',
      'x.y',
      token,
      `${token}.`,
      `${token}.${'A'.repeat(43)}=`,
      `${right}x`,
      '%E0%A4%A',
      `${right.slice(0, -8)}`,
    ]) {
      const browser = testBrowser(app.url)
      browser.cookies.set(cookieName, made)
      expect(await browser.call('auth.session'), made).toMatchObject({ status: 200, data: null })
      expect(
        await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'new-password' }),
        made,
      ).toMatchObject({
        status: 401,
      })
    }
  })
})

describe('signing out', () => {
  test('ends the session at once, and can be repeated', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    const cookie = browser.cookies.get(cookieName) ?? ''
    expect(await browser.auth('sign-out')).toMatchObject({ status: 200, body: { success: true } })
    expect([...browser.cookies.keys()]).toEqual(['duo.device'])
    browser.cookies.set(cookieName, cookie)
    expect(await browser.call('auth.session')).toMatchObject({ data: null })
    expect(await testBrowser(app.url).auth('sign-out')).toMatchObject({ status: 200 })
  })
})

describe('an API client', () => {
  test('signs in without a cookie and receives the session in the spec’s shape', async () => {
    const token = await signedInClient()
    const { data } = await client(token).call<AuthAnswers['session']>('auth.session')
    expect(data).toEqual({
      access_token: token,
      refresh_token: expect.any(String),
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      token_type: 'bearer',
      user: expect.objectContaining({ email: person.email }),
    })
    expect(data?.expires_in).toBeGreaterThan(6 * 86_400)
    expect(data?.expires_at).toBeCloseTo(Date.now() / 1000 + (data?.expires_in ?? 0), -1)
    expect(await client(token).call('billing.subscription')).toMatchObject({ data: { plan: 'free' } })
  })

  test('signs out with its token', async () => {
    const token = await signedInClient()
    expect((await client(token).auth('sign-out')).status).toBe(200)
    expect(await client(token).call('auth.session')).toMatchObject({ data: null })
  })

  test('refreshes its tokens only once, which invalidates the old ones', async () => {
    const token = await signedInClient()
    const { data: before } = await client(token).call<AuthAnswers['session']>('auth.session')
    const refresh = () => client().call<AuthAnswers['refresh']>('auth.refresh', { refresh_token: before?.refresh_token })
    const answers = await Promise.all([refresh(), refresh(), refresh()])
    const renewed = answers.flatMap(({ data }) => (data?.error === null ? [data.session.access_token ?? ''] : []))
    expect(renewed).toHaveLength(1)
    const [renewedToken] = renewed
    expect(renewedToken).not.toBe(token)
    expect(await client(token).call('auth.session')).toMatchObject({ data: null })
    expect(await client(renewedToken).call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
    expect(await refresh()).toMatchObject({ data: { error: 'invalid_token' } })
    expect(await client().call('auth.refresh', { refresh_token: token })).toMatchObject({ data: { error: 'invalid_token' } })
  })

  test('is anonymous with an unsigned token, a refresh token, or an invalid token beside a valid cookie', async () => {
    const token = await signedInClient()
    expect(await client(token.split('.')[0]).call('auth.session')).toMatchObject({ data: null })
    const { data } = await client(token).call<AuthAnswers['session']>('auth.session')
    expect(await client(data?.refresh_token ?? '').call('auth.session')).toMatchObject({ data: null })
    expect(await ana.call('auth.session', {}, { authorization: 'Bearer wrong.token' })).toMatchObject({ data: null })
    expect(await ana.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
  })
})

describe('a session', () => {
  const sessionRow = async (token: string) => {
    const found = app.db.selectFrom('auth_session').where('token', '=', token).selectAll()
    return found.executeTakeFirstOrThrow()
  }

  test('is extended once a day while in use, together with its cookie', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    const [token = ''] = decodeURIComponent(browser.cookies.get(cookieName) ?? '').split('.')
    const soon = new Date(Date.now() + 3600_000)
    const yesterday = new Date(Date.now() - 25 * 3600_000)
    await app.db.updateTable('auth_session').set({ expires_at: soon, updated_at: yesterday }).where('token', '=', token).execute()
    const first = await browser.request('/api/trpc/auth.session', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(first.headers.getSetCookie()).toEqual([
      // set on a browser's first call, so that pages show the account menu
      'signed-in=1; Path=/; SameSite=Lax',
      expect.stringMatching(/^duo\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect((await sessionRow(token)).expires_at.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    const second = await browser.request('/api/trpc/auth.session', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(second.headers.getSetCookie()).toEqual([])
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: {} } })
  })

  test('ends after its idle time, and after ninety days at the latest', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    const [token = ''] = decodeURIComponent(browser.cookies.get(cookieName) ?? '').split('.')
    const set = (times: { expires_at?: Date; created_at?: Date }) =>
      app.db
        .updateTable('auth_session')
        .set(times as { expires_at?: Date })
        .where('token', '=', token)
        .execute()
    await set({ expires_at: new Date(Date.now() - 1000) })
    expect(await browser.call('auth.session')).toMatchObject({ data: null })
    await set({ expires_at: new Date(Date.now() + 86_400_000), created_at: new Date(Date.now() - 91 * 86_400_000) })
    expect(await browser.call('auth.session')).toMatchObject({ data: null })
  })

  test('can be listed and ended by its user; other users get 404', async () => {
    const { browser, person } = await createConfirmedAccount(app, inbox)
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', person, { 'user-agent': 'Phone' })
    const { sessions } = (await browser.call('auth.sessions')).data as {
      sessions: { id: string; current: boolean; userAgent: string }[]
    }
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    expect(JSON.stringify(sessions)).not.toContain(decodeURIComponent(phone.cookies.get(cookieName) ?? '').split('.')[0])
    const other = sessions.find(({ current }) => !current)
    expect(other).toMatchObject({ userAgent: 'Phone' })
    expect(await ana.call('auth.revokeSession', { id: other?.id })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await phone.call('auth.session')).toMatchObject({ data: { user: {} } })
    expect(await browser.call('auth.revokeSession', { id: other?.id })).toMatchObject({ data: { error: null } })
    expect(await phone.call('auth.session')).toMatchObject({ data: null })
    await phone.auth('sign-in/email', person)
    expect(await browser.call('auth.revokeOtherSessions')).toMatchObject({ data: { error: null, ended: 1 } })
    expect(await phone.call('auth.session')).toMatchObject({ data: null })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: {} } })
  })
})

test('a page of another account gets 401, changes nothing, and learns who is signed in', async () => {
  const other = await createConfirmedAccount(app, inbox)
  const { user } = (await other.browser.call('auth.account')).data as { user: { id: string } }
  const ofOther = { 'x-account': user.id }
  expect(await ana.call('auth.updateProfile', { name: 'Not mine' }, ofOther)).toMatchObject({ status: 401, code: 'unauthorized' })
  const session = (await ana.call('auth.session')).data as { user: { user_metadata: { full_name: string } } }
  expect(session.user.user_metadata.full_name).not.toContain('mine')
  expect(await other.browser.call('auth.updateProfile', { name: 'Mine' }, ofOther)).toMatchObject({ status: 200 })
})

describe('an anonymous caller', () => {
  test.each(['auth.account', 'auth.sessions', 'auth.revokeOtherSessions', 'auth.download', 'billing.subscription'])(
    'gets 401 from %s',
    async (procedure) => {
      expect(await testBrowser(app.url).call(procedure)).toMatchObject({ status: 401, code: 'unauthorized' })
    },
  )

  test('gets no session from a GET request', async () => {
    const response = await fetch(`${app.url}/api/trpc/auth.session`)
    expect(await response.json()).toEqual({ result: { data: null } })
  })
})

describe('other sites', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['a cross-site form', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('cannot make a browser sign in, sign out or change anything (%s)', async (_case, headers) => {
    for (const path of ['sign-in/email', 'sign-out', 'sign-up/email'])
      expect(await ana.auth(path, person, headers)).toMatchObject({ status: 403 })
    for (const procedure of ['auth.revokeOtherSessions', 'auth.changePassword', 'auth.confirmEmail'])
      expect(await ana.call(procedure, {}, headers).catch(() => ({ status: 403 }))).toMatchObject({ status: 403 })
    expect(await ana.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
  })

  test('cannot make a call with a plain form, because it sends no JSON', async () => {
    const response = await ana.request('/api/auth/sign-out', {
      method: 'POST',
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    })
    expect(response.status).toBe(415)
  })
})

describe('a page', () => {
  const page = async (path: string, headers: Record<string, string> = {}) => (await fetch(app.url + path, { headers })).text()

  test.each([
    ['cookie', '/pricing', () => ({ cookie: `${cookieName}=${ana.cookies.get(cookieName)}` })],
    ['token', '/about', async () => ({ authorization: `Bearer ${await signedInClient()}` })],
  ])('is personal for a caller with a session %s, and the same for all anonymous visitors', async (_by, path, headers) => {
    const own = await page(path, await headers())
    expect(own).toContain(person.name)
    expect(own).toContain(person.email)
    const shared = await page(path)
    expect(shared).not.toContain(person.name)
    expect(shared).not.toContain(person.email)
    expect(await page(path, await headers())).toContain(person.email)
    expect(await page(path)).toBe(shared)
  })
})

test('a password reset by mail ends every session, and its link works once', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox, { language: 'pt' })
  await inbox.next(person.email)
  const response = await browser.call('auth.requestPasswordReset', { email: person.email })
  const unknown = await browser.call('auth.requestPasswordReset', { email: 'nobody@example.com' })
  expect(unknown).toMatchObject({ status: response.status, data: response.data })
  const { text, subject } = await inbox.next(person.email)
  expect(subject).toBe('Escolha uma nova senha para o Duo')
  expect(text).toContain(`${app.url}/pt/auth/reset#`)
  const token = tokenIn(text)
  const fresh = testBrowser(app.url)
  expect(await fresh.call('auth.resetPassword', { token, newPassword: 'short' })).toMatchObject({
    status: 400,
    fields: { newPassword: 'password_too_short' },
  })
  expect(await fresh.call('auth.resetPassword', { token: `${token}x`, newPassword: 'a-new-password' })).toMatchObject({
    data: { error: 'invalid_link' },
  })
  const check = async (given: string) => (await fresh.call('auth.checkReset', { token: given })).data
  expect(await check(token)).toEqual({ error: null })
  expect(await check(`${token}x`)).toEqual({ error: 'invalid_link' })
  const tries = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      testBrowser(app.url).call('auth.resetPassword', { token, newPassword: `a-new-password-${n}` }),
    ),
  )
  const errors = tries.map(({ data }) => (data as { error: string | null }).error)
  expect(errors.filter((error) => error === null)).toHaveLength(1)
  expect(await check(token)).toEqual({ error: 'invalid_link' })
  const winner = errors.indexOf(null)
  expect(await browser.call('auth.session')).toMatchObject({ data: null })
  expect(await fresh.auth('sign-in/email', person)).toMatchObject({ status: 401 })
  expect(await fresh.auth('sign-in/email', { ...person, password: `a-new-password-${winner}` })).toMatchObject({ status: 200 })
  // the mail about the sign-in may arrive first
  const subjects = [await inbox.next(person.email), await inbox.next(person.email)].map(({ subject }) => subject)
  expect(subjects.sort()).toEqual(['A senha da sua conta do Duo foi alterada', 'Novo acesso à sua conta do Duo'])
})

test('an expired recovery link is rejected, and the database contains no usable token', async () => {
  const { person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  const browser = testBrowser(app.url)
  await browser.call('auth.requestPasswordReset', { email: person.email })
  const token = tokenIn((await inbox.next(person.email)).text)
  const stored = await app.db.selectFrom('auth_verification').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)
  await app.db
    .updateTable('auth_verification')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await browser.call('auth.resetPassword', { token, newPassword: 'a-new-password' })).toMatchObject({
    data: { error: 'invalid_link' },
  })
})

test('a recovery confirms an unconfirmed address', async () => {
  const { browser, person } = await signUp(app)
  await inbox.next(person.email)
  await browser.call('auth.requestPasswordReset', { email: person.email })
  const token = tokenIn((await inbox.next(person.email)).text)
  expect(await browser.call('auth.resetPassword', { token, newPassword: 'a-new-password' })).toMatchObject({
    data: { error: null },
  })
  expect(await browser.auth('sign-in/email', { ...person, password: 'a-new-password' })).toMatchObject({ status: 200 })
})

test('changing the password requires the old one, ends the other sessions and keeps this one', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  const phone = testBrowser(app.url)
  await phone.auth('sign-in/email', person)
  const change = (currentPassword: string) =>
    browser.call('auth.changePassword', { currentPassword, newPassword: 'a-new-password' })
  expect(await change('not-the-old-one')).toMatchObject({ data: { error: 'wrong_password' } })
  expect(await phone.call('auth.session')).toMatchObject({ data: { user: {} } })
  const changed = await change(password)
  expect(changed.data).toEqual({ error: null })
  expect(changed.headers.get('set-auth-token')).toBeNull()
  expect(await phone.call('auth.session')).toMatchObject({ data: null })
  expect(await browser.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
  expect((await inbox.next(person.email)).subject).toBe('New sign-in to your Duo account')
  expect((await inbox.next(person.email)).subject).toBe('Your Duo password was changed')
})
