import { eventually } from '@duo/db/testing.ts'
import { createPasswords } from '@duo/platform/server/security/passwords.ts'
import { storedJobs } from '@duo/platform/testing/jobs.ts'
import { createConfirmedAccount, newAddress, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { cheapPasswords, connectAll } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { maintenanceTasks } from '#server.ts'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)
afterEach(() => vi.restoreAllMocks())

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `198.18.${(++hosts >> 8) & 255}.${hosts & 255}` })
const hashing = () => [vi.spyOn(cheapPasswords, 'hash'), vi.spyOn(cheapPasswords, 'verify')] as const

describe('two servers on one database', () => {
  test('share sessions and sign-outs', async () => {
    const second = await testApp({}, app.database)
    const { person } = await signUp(app)
    const browser = testBrowser(second.url)
    await browser.call('auth.confirmEmail', { token: tokenIn((await inbox.next(person.email)).text) })
    const other = testBrowser(app.url)
    for (const [name, value] of browser.cookies) other.cookies.set(name, value)
    expect(await other.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
    await other.auth('sign-out')
    expect(await browser.call('auth.session')).toMatchObject({ data: null })
    await second.close()
  })

  test('share limits: exactly ten of 1,000 concurrent attempts reach the password check (CVE-2026-110861)', {
    timeout: 30_000,
  }, async () => {
    const second = await testApp({ TRUST_PROXY: '1' }, app.database)
    await connectAll(app.db)
    const [hash, verify] = hashing()
    const email = newAddress()
    const source = newClientHeaders()
    const attempt = async (_: unknown, i: number) => {
      const { status, headers } = await testBrowser(i % 2 ? app.url : second.url).auth(
        'sign-in/email',
        { email, password },
        source,
      )
      return { status, wait: Number(headers.get('retry-after')) }
    }
    const answers = await Promise.all(Array.from({ length: 1000 }, attempt))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(990)
    expect(refused.every(({ wait }) => wait >= 1 && wait <= 600)).toBe(true)
    expect(hash.mock.calls.length + verify.mock.calls.length).toBe(10)
    await second.close()
  })
})

describe('limits', () => {
  test('apply per network, which for IPv6 is a /64', async () => {
    const codes = []
    for (let round = 0; round < 3; round++) {
      const tries = Array.from({ length: 50 }, (_, i) =>
        testBrowser(app.url).call('auth.confirmEmail', { token: 'x' }, { 'x-forwarded-for': `2001:db8:9:9:${round}::${i + 1}` }),
      )
      codes.push(...(await Promise.all(tries)).map(({ code, data }) => code ?? (data as { error: string }).error))
    }
    expect(codes.filter((code) => code === 'invalid_link')).toHaveLength(100)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(50)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: 'x' }, newClientHeaders())).toMatchObject({
      status: 200,
    })
  })

  test('per account stop an attacker, even for unknown accounts, without locking out the owner', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const visitor = newClientHeaders()
    for (const email of [person.email, newAddress()]) {
      const guess = () => testBrowser(app.url).auth('sign-in/email', { email, password: 'guess-1' }, visitor)
      for (let i = 0; i < 10; i++) expect(await guess()).toMatchObject({ status: 401 })
      const { status, body, headers } = await guess()
      expect([status, body?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    const owner = await testBrowser(app.url).auth('sign-in/email', { email: person.email, password }, newClientHeaders())
    expect(owner.status).toBe(200)
  })

  test('on mails apply per mailbox across all networks, and the database stores no address for them', async () => {
    const email = newAddress()
    const ask = () => testBrowser(app.url).call('auth.sendConfirmation', { email }, newClientHeaders())
    for (let i = 0; i < 5; i++) expect(await ask()).toMatchObject({ status: 200 })
    expect(await ask()).toMatchObject({ status: 429, code: 'mailed_before' })
    const { rows } = await sql`select 1 from rate_limit where key like ${`%${email}%`}`.execute(app.db)
    expect(rows).toEqual([])
  })

  test('on recovery mails tell known and unknown addresses alike that a mail was sent, and a network that it asks too much', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const source = newClientHeaders()
    const ask = async (email: string) => {
      const { status, code, headers } = await testBrowser(app.url).call('auth.requestPasswordReset', { email }, source)
      return { status, code, wait: Number(headers.get('retry-after')) }
    }
    for (const email of [person.email, newAddress()]) {
      expect(await ask(email)).toMatchObject({ status: 200 })
      const again = await ask(email)
      expect(again).toMatchObject({ status: 429, code: 'mailed_before' })
      expect(again.wait).toBeGreaterThan(590)
    }
    for (let i = 4; i < 60; i++) await ask(newAddress())
    expect(await ask(newAddress())).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  test('on repeated password prompts apply per account', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    for (let i = 0; i < 10; i++)
      expect(await browser.call('auth.erase', { password: 'guess' }, newClientHeaders())).toMatchObject({
        data: { error: 'wrong_password' },
      })
    expect(await browser.call('auth.erase', { password }, newClientHeaders())).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
  })

  test('reject concurrent password checks beyond the capacity with a Retry-After header', async () => {
    const narrow = createPasswords({ threads: 1, cost: { N: 1024, r: 8, p: 1 }, coveringTime: 0 })
    vi.spyOn(cheapPasswords, 'hash').mockImplementation(narrow.hash)
    vi.spyOn(cheapPasswords, 'requireRoom').mockImplementation(narrow.requireRoom)
    const tries = Array.from({ length: 60 }, () =>
      testBrowser(app.url).auth('sign-in/email', { email: newAddress(), password }, newClientHeaders()),
    )
    const answers = await Promise.all(tries)
    const away = answers.filter(({ status }) => status === 503)
    expect(away.length).toBeGreaterThan(0)
    expect(away.every(({ body, headers }) => body?.code === 'UNAVAILABLE' && headers.get('retry-after') === '2')).toBe(true)
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(9)
    await narrow.close()
  })
})

describe('the existence of an account is not revealed', () => {
  test('by signing in: every refusal costs one hash and has the same text', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const { person: unconfirmed } = await signUp(app)
    const answers = []
    for (const email of [person.email, unconfirmed.email, newAddress()]) {
      const [hash, verify] = hashing()
      const { status, body } = await testBrowser(app.url).auth(
        'sign-in/email',
        { email, password: 'wrong-one' },
        newClientHeaders(),
      )
      answers.push({ status, body, hashes: hash.mock.calls.length + verify.mock.calls.length })
      vi.restoreAllMocks()
    }
    const [first] = answers
    expect(first).toMatchObject({ status: 401, hashes: 1 })
    for (const answer of answers) expect(answer).toEqual(first)
  })

  test('by signing up: every response costs one hash and takes at least the covering time', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    vi.spyOn(cheapPasswords, 'coveringTime', 'get').mockReturnValue(300)
    for (const email of [person.email, newAddress()]) {
      const hash = vi.spyOn(cheapPasswords, 'hash')
      hash.mockClear()
      const started = performance.now()
      expect((await signUp(app, { email })).answer.status).toBe(200)
      expect(performance.now() - started).toBeGreaterThanOrEqual(299)
      expect(hash).toHaveBeenCalledTimes(1)
    }
  })

  test('by requesting a mail: the response and the number of database connections are the same', async () => {
    const quiet = await testApp()
    const { person } = await signUp(quiet)
    const queries = vi.spyOn(quiet.pool, 'connect')
    const counts = []
    for (const email of [person.email, newAddress()]) {
      queries.mockClear()
      const answer = await testBrowser(quiet.url).call('auth.requestPasswordReset', { email })
      counts.push([queries.mock.calls.length, answer.status, answer.data])
    }
    expect(counts[0]).toEqual(counts[1])
    await quiet.close()
  })
})

describe('oversized or malformed input', () => {
  const huge = 'x'.repeat(1_000_000)
  test.each([
    ['sign-in/email', { email: 'a@example.com', password: huge }],
    ['sign-up/email', { name: 'Ana', email: 'a@example.com', password: huge }],
    ['auth.resetPassword', { token: 'x', newPassword: huge }],
    ['auth.changePassword', { currentPassword: huge, newPassword: huge }],
  ])('is rejected without hashing: a 1 MB password to %s', async (name, input) => {
    const spies = hashing()
    const browser = testBrowser(app.url)
    const isProcedure = name.startsWith('auth.')
    const answer = await browser[isProcedure ? 'call' : 'auth'](name, input, newClientHeaders())
    expect(answer).toMatchObject({ status: 413, ...(isProcedure ? { code: 'too_large' } : { body: { code: 'TOO_LARGE' } }) })
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  test('is rejected without hashing: a password of 10,000 characters', async () => {
    const { browser, person } = await createConfirmedAccount(app, inbox)
    const spies = hashing()
    const long = 'x'.repeat(10_000)
    expect(
      await testBrowser(app.url).auth('sign-in/email', { email: person.email, password: long }, newClientHeaders()),
    ).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_TOO_LONG' },
    })
    expect(await browser.call('auth.changePassword', { currentPassword: long, newPassword: password })).toMatchObject({
      status: 400,
      fields: { currentPassword: 'password_too_long' },
    })
    expect(await browser.call('auth.erase', { password: long })).toMatchObject({ status: 400, code: 'bad_input' })
    expect(await browser.call('auth.erase', { password: huge })).toMatchObject({ status: 413, code: 'too_large' })
    for (const spy of spies) expect(spy).not.toHaveBeenCalled()
  })

  test.each(['', '[]', '"x"', '{', 'null'])('is rejected: the body %j', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const { status } = await testBrowser(app.url).request('/api/auth/sign-in/email', { method: 'POST', body, headers })
    expect(status).toBe(400)
  })
})

describe('past vulnerabilities of better-auth', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'http://localhost.evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://localhost@evil.example/',
    '/%0d%0aLocation: //evil.example',
  ])('no redirect leads to %j (CVE-2024-56734, CVE-2025-27143, CVE-2025-71403)', async (address) => {
    for (const path of ['sign-in/social', 'link-social'])
      for (const key of ['callbackURL', 'errorCallbackURL']) {
        const { status, body } = await testBrowser(app.url).auth(path, { provider: 'google', [key]: address }, newClientHeaders())
        expect(status).toBeGreaterThanOrEqual(400)
        expect(body).not.toHaveProperty('url')
      }
    for (const path of ['verify-email?token=x&', 'reset-password/x?', 'callback/google?', 'error?'])
      for (const key of ['callbackURL', 'errorURL', 'redirectTo']) {
        const { headers } = await testBrowser(app.url).request(`/api/auth/${path}${key}=${encodeURIComponent(address)}`)
        expect(headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/)
      }
  })

  test('a call cannot act for another user named in its body (CVE-2025-61928)', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const victim = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
    const browser = testBrowser(app.url)
    const body = { userId: victim.id, user: { id: victim.id }, currentPassword: password, newPassword: 'the-thiefs-own' }
    expect((await browser.call('auth.changePassword', body, newClientHeaders())).status).toBe(401)
    expect((await browser.call('auth.erase', { ...body, password })).status).toBe(401)
    expect((await testBrowser(app.url).auth('sign-in/email', person, newClientHeaders())).status).toBe(200)
  })

  test('the state of a pending sign-in is not accepted as a token (CVE-2026-110862, CVE-2026-114607)', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const user = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
    const forged = { id: crypto.randomUUID(), identifier: 'known-to-the-thief', value: user.id }
    await app.db
      .insertInto('auth_verification')
      .values({ ...forged, expires_at: new Date(Date.now() + 600_000) })
      .execute()
    for (const token of ['known-to-the-thief', forged.id, user.id]) {
      const browser = testBrowser(app.url)
      for (const procedure of ['auth.confirmEmail', 'auth.resetPassword'])
        expect(await browser.call(procedure, { token, newPassword: 'the-thiefs-own' }, newClientHeaders())).toMatchObject({
          data: { error: 'invalid_link' },
        })
      expect(browser.cookies.size).toBe(0)
    }
  })

  test.each([
    ...['GET get-session/x', 'GET list-sessions', 'POST revoke-session', 'POST revoke-sessions', 'POST revoke-other-sessions'],
    ...['POST update-user', 'POST update-session', 'POST change-email', 'POST delete-user', 'GET delete-user/callback'],
    ...['GET verify-email', 'GET reset-password/x', 'POST unlink-account', 'GET list-accounts', 'POST refresh-token'],
    ...['POST get-access-token', 'POST account-info', 'GET ok', 'GET error', 'POST verify-password', 'POST set-password'],
    ...[
      'POST sign-in/magic-link',
      'GET magic-link/verify',
      'POST api-key/create',
      'POST sign-in/oauth2',
      'POST sign-in/username',
    ],
    ...['GET callback/google/x', 'POST sign-in/email/', 'POST SIGN-UP/email', 'POST sign-in%2Femail', 'POST //sign-in/email'],
  ])('an endpoint outside the allowlist returns 404: %s', async (call) => {
    const [method = '', path] = call.split(' ')
    const init = method === 'GET' ? {} : { method, body: '{}', headers: { 'content-type': 'application/json' } }
    const { status } = await testBrowser(app.url).request(`/api/auth/${path}`, init)
    expect(status).toBe(404)
  })

  test('an unsupported HTTP method is rejected', async () => {
    for (const path of ['sign-out', 'sign-in/email', 'sign-up/email', 'sign-in/social'])
      expect((await testBrowser(app.url).request(`/api/auth/${path}`)).status).toBe(405)
    const posted = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await testBrowser(app.url).request('/api/auth/callback/google', posted)).status).toBe(405)
  })
})

test('over HTTPS, the session cookie is bound to the host and to TLS', async () => {
  const tls = await testApp({ PUBLIC_URL: 'https://goduo.example', TRUST_PROXY: '1' }, app.database)
  const { person } = await createConfirmedAccount(app, inbox)
  const origin = tls.url.replace('http:', 'https:')
  const { headers, status } = await testBrowser(tls.url).auth('sign-in/email', person, {
    origin,
    'x-forwarded-proto': 'https',
    ...newClientHeaders(),
  })
  expect(status).toBe(200)
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-duo\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-duo\.device=/),
  ])
  expect(headers.get('strict-transport-security')).toContain('max-age=')
  await tls.close()
})

describe('without e-mail confirmation', () => {
  test('an account can be used at once, and a sign-up reports a taken address', async () => {
    const open = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
    const browser = testBrowser(open.url)
    const person = { name: 'Ana', email: newAddress(), password, language: 'en' }
    expect(await browser.auth('sign-up/email', person)).toMatchObject({ status: 200 })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: { email_confirmed_at: null } } })
    expect(await testBrowser(open.url).auth('sign-up/email', person)).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
    })
    // once confirmation is required, a later sign-up does not take over an account in use
    await signUp(app, { email: person.email })
    expect(await testBrowser(open.url).auth('sign-in/email', person)).toMatchObject({ status: 200 })
    await open.close()
  })

  test('an unconfirmed account is kept; if confirmation is required, it is deleted after 30 days unless it has a session', async () => {
    const open = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
    const [away, present] = [await signUp(open), await signUp(open)]
    await away.browser.auth('sign-out')
    const emails = [away.person.email, present.person.email]
    const left = async ({ db, appContext }: typeof app) => {
      for (const { run } of maintenanceTasks) await run(db, appContext)
      const rows = await db.selectFrom('auth_user').where('email', 'in', emails).select('email').orderBy('id').execute()
      return rows.map(({ email }) => email)
    }
    const daysAgo = (days: number) =>
      sql`update auth_user set created_at = now() - make_interval(days => ${days}) where email = any(${emails})`.execute(app.db)
    await daysAgo(31)
    expect(await left(open)).toEqual(emails)
    expect(await away.browser.auth('sign-in/email', away.person)).toMatchObject({ status: 200 })
    await away.browser.auth('sign-out')
    await daysAgo(29)
    expect(await left(app)).toEqual(emails)
    await daysAgo(31)
    expect(await left(app)).toEqual([present.person.email])
    await open.close()
  })

  test.each(['en', 'pt'])(
    'the mail states whether an unconfirmed account can be used or will be deleted (%s)',
    async (language) => {
      const unusable = /cannot be used and is deleted after 30 days|não pode ser usada e é excluída depois de 30 dias/
      const { person } = await signUp(app, { language })
      expect((await inbox.next(person.email)).text).toMatch(unusable)
      const open = await testApp({ CONFIRM_EMAIL: 'off' })
      const openInbox = await open.mails()
      const { person: other } = await signUp(open, { language })
      const { text } = await openInbox.next(other.email)
      expect(text).not.toMatch(unusable)
      expect(text).toMatch(/“Forgot your password\?”|“Esqueceu a senha\?”/)
      await open.close()
    },
  )
})

describe('faults', () => {
  test('a database failure during a sign-up leaves nothing behind, and the user can retry', async () => {
    await sql`create function fall() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(app.db)
    await sql`create trigger fall after insert on auth_account for each row execute function fall()`.execute(app.db)
    vi.spyOn(console, 'error').mockReturnValue()
    const { browser, person, answer } = await signUp(app)
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await sql`drop trigger fall on auth_account`.execute(app.db)
    expect(await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').execute()).toEqual([])
    expect(await app.db.selectFrom('auth_mail').where('email', '=', person.email).select('id').execute()).toEqual([])
    expect(await browser.auth('sign-up/email', person)).toMatchObject({ status: 200 })
    expect((await inbox.next(person.email)).subject).toBe('Confirm your email for Duo')
  })

  test('while the mail server is unreachable, a sign-up succeeds; its mail is retried and can be requested again', async () => {
    inbox.refuse = true
    const { browser, person, answer } = await signUp(app)
    expect(answer.status).toBe(200)
    await eventually(async () => {
      expect(await storedJobs(app.db)).toMatchObject([{ name: 'auth.mail', state: 'retry' }])
    })
    inbox.refuse = false
    await browser.call('auth.sendConfirmation', { email: person.email })
    expect(await browser.call('auth.confirmEmail', { token: tokenIn((await inbox.next(person.email)).text) })).toMatchObject({
      data: { status: 'confirmed' },
    })
  })

  test('a server clock that is off by a minute breaks no session and no link', async () => {
    const { browser, person } = await createConfirmedAccount(app, inbox)
    for (const minutes of [-1, 1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      const skewed = testBrowser(app.url)
      await skewed.call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
      const entered = await skewed.auth('sign-in/email', person, newClientHeaders())
      const { person: somebody } = await signUp(app)
      vi.useRealTimers()
      expect(entered.status).toBe(200)
      expect(await skewed.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
      const token = tokenIn((await inbox.next(somebody.email)).text)
      expect(await skewed.call('auth.confirmEmail', { token }, newClientHeaders())).toMatchObject({
        data: { status: 'confirmed' },
      })
    }
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
  })
})
