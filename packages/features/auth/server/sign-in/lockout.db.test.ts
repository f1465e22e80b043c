import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)

type Browser = ReturnType<typeof testBrowser>

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `10.${(++hosts >> 16) & 255}.${(hosts >> 8) & 255}.${hosts & 255}` })

/** A signed-out member whose browser has signed in before, with an empty mailbox. */
async function owner() {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  await browser.auth('sign-out')
  return { browser, person }
}

const signIn = (browser: Browser, email: string, source = newClientHeaders(), word = password) =>
  browser.auth('sign-in/email', { email, password: word }, source)
const recover = (browser: Browser, email: string, source = newClientHeaders()) =>
  browser.call('auth.requestPasswordReset', { email }, source)
const visitor = () => testBrowser(app.url)

/** Makes ten wrong attempts from each of many networks. */
async function failSignIns(email: string, networks: number) {
  for (let batch = 0; batch < networks; batch += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, networks - batch) }, async () => {
        const source = newClientHeaders()
        for (let i = 0; i < 10; i++) expect((await signIn(visitor(), email, source, 'not-the-password')).status).toBe(401)
      }),
    )
}

/** Expires the windows of a limit. */
const expireLimit = (name: string) => sql`update rate_limit set expire = 0 where key like ${`${name}:%`}`.execute(app.db)

const recoveryMails = (email: string) => inbox.arrived.filter(({ to, subject }) => to === email && /new password/.test(subject))

describe('1,000 wrong attempts from many networks', () => {
  test('slow down unknown devices only; the owner can sign in, even on a new device, and recover the account', {
    timeout: 90_000,
  }, async () => {
    const { browser, person } = await owner()
    await failSignIns(person.email, 100)
    for (let i = 0; i < 3; i++) expect((await signIn(browser, person.email)).status).toBe(200)
    const network = newClientHeaders()
    expect((await signIn(visitor(), person.email, network, 'mistyped')).status).toBe(401)
    const fresh = testBrowser(app.url)
    expect((await signIn(fresh, person.email, network)).status).toBe(200)
    const again = await signIn(visitor(), person.email, network)
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect((await recover(visitor(), person.email)).status).toBe(200)
    expect((await recover(browser, person.email)).status).toBe(200)
    await expect.poll(() => recoveryMails(person.email).length).toBe(2)
  })
})

describe('a device that has signed in before', () => {
  test('still signs in after another person on the same network has used up the attempts', async () => {
    const { browser, person } = await owner()
    const network = newClientHeaders()
    for (let i = 0; i < 10; i++) await signIn(visitor(), person.email, network, 'not-the-password')
    expect((await signIn(visitor(), person.email, network)).status).toBe(429)
    expect((await signIn(browser, person.email, network)).status).toBe(200)
  })

  test('has its own limit', async () => {
    const { browser, person } = await owner()
    for (let i = 0; i < 10; i++) expect((await signIn(browser, person.email, newClientHeaders(), 'not-it')).status).toBe(401)
    const refused = await signIn(browser, person.email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('is identified by a cookie that scripts cannot read', async () => {
    const { person } = await owner()
    const { headers } = await signIn(visitor(), person.email)
    const cookie = headers.getSetCookie().find((line) => line.startsWith('duo.device='))
    expect(cookie).toMatch(/^duo\.device=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test.each(['forged', 'another account', 'another purpose'])('is not identified by an invalid cookie (%s)', async (kind) => {
    const { browser, person } = await owner()
    const other = await owner()
    const [device = ''] = await deviceIds(person.email)
    const cookies: Record<string, string> = {
      forged: signTicket(keysFrom('the secret of another server, 32+'), {
        purpose: 'auth.device',
        subject: device,
        expiresIn: '1h',
      }),
      'another account': other.browser.cookies.get('duo.device') ?? '',
      'another purpose': signTicket(app.appContext.secret, { purpose: 'auth.confirm', subject: device, expiresIn: '1h' }),
    }
    const network = newClientHeaders()
    for (let i = 0; i < 10; i++) await signIn(visitor(), person.email, network, 'not-the-password')
    const thief = visitor()
    thief.cookies.set('duo.device', cookies[kind] ?? '')
    expect((await signIn(thief, person.email, network)).status).toBe(429)
    expect((await signIn(browser, person.email, network)).status).toBe(200)
  })

  test.each([
    ['the owner signs out everywhere', async (other: Browser) => other.call('auth.revokeOtherSessions')],
    [
      'the owner recovers the account',
      async (other: Browser, email: string) => {
        await recover(other, email)
        const token = tokenIn((await nextRecovery(email)).text)
        const reset = await other.call('auth.resetPassword', { token, newPassword: 'a-second-password' }, newClientHeaders())
        expect(reset.data).toEqual({ error: null })
      },
    ],
    [
      'the owner ends its session',
      async (other: Browser) => {
        const { data } = await other.call('auth.sessions')
        const lost = (data as { sessions: { id: string; current: boolean }[] }).sessions.find(({ current }) => !current)
        await other.call('auth.revokeSession', { id: lost?.id })
      },
    ],
  ])('is forgotten when %s', async (_, revoke) => {
    const { browser: lost, person } = await owner()
    await signIn(lost, person.email)
    const other = testBrowser(app.url)
    await signIn(other, person.email)
    await revoke(other, person.email)
    const network = newClientHeaders()
    for (let i = 0; i < 10; i++) await signIn(visitor(), person.email, network, 'not-the-password')
    expect((await signIn(lost, person.email, network)).status).toBe(429)
    expect((await signIn(other, person.email, network)).status).not.toBe(429)
  })

  test('stays known when another account signs in on it', async () => {
    const [first, second] = [await owner(), await owner()]
    await signIn(first.browser, second.person.email)
    const network = newClientHeaders()
    for (const { person } of [first, second]) {
      for (let i = 0; i < 10; i++) await signIn(visitor(), person.email, network, 'not-the-password')
      expect((await signIn(first.browser, person.email, network)).status).toBe(200)
    }
  })
})

const deviceIds = async (email: string) => {
  const { rows } = await sql<{ id: string }>`select device.id from auth_device as device
    join auth_user as person on person.id = device.user_id where person.email = ${email}`.execute(app.db)
  return rows.map(({ id }) => id)
}

async function nextRecovery(email: string) {
  for (;;) {
    const mail = await inbox.next(email)
    if (/new password/.test(mail.subject)) return mail
  }
}

describe('requesting a recovery', () => {
  test('sends one mail per requester every ten minutes, and other people’s requests do not block the owner’s', async () => {
    const { browser, person } = await owner()
    const network = newClientHeaders()
    expect((await recover(visitor(), person.email, network)).status).toBe(200)
    for (let i = 0; i < 20; i++) {
      const refused = await recover(visitor(), person.email, network)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    }
    expect((await recover(visitor(), person.email)).status).toBe(200)
    expect((await recover(browser, person.email, network)).status).toBe(200)
    expect((await recover(browser, person.email, network)).status).toBe(429)
    await expect.poll(() => recoveryMails(person.email).length).toBe(3)
  })

  test('all day from one network uses up only part of the daily mails', async () => {
    const { person } = await owner()
    const network = newClientHeaders()
    for (let i = 0; i < 20; i++) {
      await recover(visitor(), person.email, network)
      await expireLimit('auth_recover_asker')
    }
    expect((await recover(visitor(), person.email)).status).toBe(200)
    await expect.poll(() => recoveryMails(person.email).length).toBe(4)
  })

  test('sends at most ten mails a day; a known device still gets one after that', async () => {
    const { browser, person } = await owner()
    for (let i = 0; i < 10; i++) expect((await recover(visitor(), person.email)).status).toBe(200)
    expect((await recover(visitor(), person.email)).status).toBe(429)
    expect((await recover(browser, person.email)).status).toBe(200)
    await expect.poll(() => recoveryMails(person.email).length).toBe(11)
    expect(new Set(recoveryMails(person.email).map(({ text }) => tokenIn(text))).size).toBe(1)
    expect((await visitor().call('auth.sendConfirmation', { email: person.email }, newClientHeaders())).status).toBe(200)
  })

  test('has the same limits for addresses without an account', async () => {
    const email = newAddress()
    const network = newClientHeaders()
    expect((await recover(visitor(), email, network)).status).toBe(200)
    expect((await recover(visitor(), email, network)).status).toBe(429)
    for (let i = 0; i < 9; i++) expect((await recover(visitor(), email)).status).toBe(200)
    expect((await recover(visitor(), email)).status).toBe(429)
  })
})

test('over HTTPS, the device cookie is bound to the host and to TLS', async () => {
  const tls = await testApp({ PUBLIC_URL: 'https://goduo.example', TRUST_PROXY: '1' }, app.database)
  const { person } = await owner()
  const origin = tls.url.replace('http:', 'https:')
  const { headers } = await testBrowser(tls.url).auth('sign-in/email', person, {
    origin,
    'x-forwarded-proto': 'https',
    ...newClientHeaders(),
  })
  expect(headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^__Host-duo\.device=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  )
  await tls.close()
})
