import { createHash } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { createConfirmedAccount, newAddress, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

describe('signing up', () => {
  test('stores a user, signs no one in, and mails the confirmation link', async () => {
    const { browser, person, answer } = await signUp(app, { language: 'pt' })
    expect(answer).toMatchObject({ status: 200, body: { token: null, user: { email: person.email, emailVerified: false } } })
    expect(browser.cookies.size).toBe(0)
    const mail = await inbox.next(person.email)
    expect(mail.subject).toBe('Confirme seu e-mail no Duo')
    expect(mail.text).toContain(`${app.url}/pt/auth/confirm#`)

    expect(await browser.call('auth.confirmEmail', { token: tokenIn(mail.text) })).toMatchObject({
      data: { status: 'confirmed' },
    })
    expect(await browser.call('auth.session')).toMatchObject({
      data: {
        access_token: null,
        refresh_token: null,
        token_type: 'bearer',
        user: {
          email: person.email,
          language: 'pt',
          user_metadata: { full_name: 'Ana Souza' },
          email_confirmed_at: expect.any(String),
        },
      },
    })
    expect((await inbox.next(person.email)).subject).toBe('Boas-vindas ao Duo')
  })

  test('does not allow a sign-in before the address is confirmed', async () => {
    const { browser, person } = await signUp(app)
    expect(await browser.auth('sign-in/email', person)).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
    expect(await browser.auth('sign-in/email', { ...person, password: 'another-one' })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    })
  })

  test('with a known address gets the same response and fields, and notifies only its owner', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    await inbox.next(person.email)
    const fresh = await signUp(app)
    const { browser, answer } = await signUp(app, { email: person.email.toUpperCase(), name: 'Somebody Else' })
    expect(answer.status).toBe(fresh.answer.status)
    const shape = (body: unknown) =>
      JSON.stringify(body).replace(/"[^"]*@[^"]*"|"[0-9a-f-]{36}"|"[\d-]+T[^"]*"|"Ana Souza"|"Somebody Else"/g, '?')
    expect(shape(answer.body)).toBe(shape(fresh.answer.body))
    expect([...answer.headers.keys()].sort()).toEqual([...fresh.answer.headers.keys()].sort())
    expect(browser.cookies.size).toBe(0)
    expect((await inbox.next(person.email)).subject).toBe('You already have a Duo account')
    expect(await testBrowser(app.url).auth('sign-in/email', { email: person.email, password })).toMatchObject({
      status: 200,
      body: { user: { name: 'Ana Souza' } },
    })
  })

  test('with an unconfirmed address starts over, so that no one can pre-register the owner’s address', async () => {
    const { person } = await signUp(app, { name: 'Somebody Else' })
    const first = tokenIn((await inbox.next(person.email)).text)
    const browser = testBrowser(app.url)
    await browser.auth('sign-up/email', { ...person, name: 'Ana Souza', password: 'the-owners-own' })
    const { subject, text } = await inbox.next(person.email)
    expect(subject).toBe('Confirm your email for Duo')
    expect(await browser.call('auth.confirmEmail', { token: first })).toMatchObject({ data: { error: 'invalid_link' } })
    expect(await browser.call('auth.confirmEmail', { token: tokenIn(text) })).toMatchObject({ data: { status: 'confirmed' } })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: { user_metadata: { full_name: 'Ana Souza' } } } })
    const attacker = await testBrowser(app.url).auth('sign-in/email', { email: person.email, password })
    expect(attacker).toMatchObject({ status: 401 })
  })

  test.each([
    [{ name: '  ' }, 'NAME_REQUIRED'],
    [{ name: '\u2800\u3164' }, 'NAME_REQUIRED'],
    [{ name: undefined }, 'NAME_REQUIRED'],
    [{ name: 'x'.repeat(101) }, 'INVALID_NAME'],
    [{ email: 'nobody' }, 'INVALID_EMAIL'],
    [{ email: undefined }, 'INVALID_EMAIL'],
    [{ email: ['a@example.com'] }, 'INVALID_EMAIL'],
    [{ password: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ password: undefined }, 'PASSWORD_TOO_SHORT'],
    [{ password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ password: `null\0byte` }, 'VALIDATION_ERROR'],
  ])('rejects %j as %s', async (fault, code) => {
    const person = { name: 'Ana', email: newAddress(), password, language: 'en', ...fault }
    expect(await testBrowser(app.url).auth('sign-up/email', person)).toMatchObject({ status: 400, body: { code } })
  })

  test.each(['r&d', 'p/d#1', "o'neil'", '{a}=b', '!x~'])(
    'the address %s@… is accepted at sign-up, sign-in and recovery, as on the waitlist',
    async (local) => {
      const email = `${local}.${newAddress()}`
      const { person } = await createConfirmedAccount(app, inbox, { email })
      await inbox.next(email)
      await testBrowser(app.url).call('auth.requestPasswordReset', { email })
      expect((await inbox.next(email)).text).toContain('/auth/reset#')
      expect(await testBrowser(app.url).auth('sign-in/email', person)).toMatchObject({ status: 200, body: { user: { email } } })
    },
  )

  test('a host in another script is accepted, in the form that mail servers use', async () => {
    const name = newAddress().split('@')[0]
    const stored = `${name}@xn--80a1acny.xn--p1ai`
    const { browser, person } = await signUp(app, { email: `${name}@почта.рф` })
    await browser.call('auth.confirmEmail', { token: tokenIn((await inbox.next(stored)).text) })
    expect(await testBrowser(app.url).auth('sign-in/email', person)).toMatchObject({
      status: 200,
      body: { user: { email: stored } },
    })
  })

  test.each([
    ['<b onmouseover="alert(1)">Zé</b> & Söhne', '<b onmouseover="alert(1)">Zé</b> & Söhne'],
    ['سارة العلي', 'سارة العلي'],
    ['Ana 👩‍💻🏳️‍🌈', 'Ana 👩‍💻🏳️‍🌈'],
    ['  Ana \t\n Souza\u0007 ', 'Ana Souza'],
    ['eval\u202egnp.exe', 'evalgnp.exe'],
  ])('stores the name %j as %j, and mails escape it', async (typed, stored) => {
    const { browser, person } = await createConfirmedAccount(app, inbox, { name: typed })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: { user_metadata: { full_name: stored } } } })
    const { html } = await inbox.next(person.email)
    expect(html).not.toContain('<b onmouseover')
  })

  test('ignores other fields of the body', async () => {
    const browser = testBrowser(app.url)
    const email = newAddress()
    const more = {
      emailVerified: true,
      email_verified: true,
      id: 'mine',
      image: 'https://evil.example/x.png',
      role: 'admin',
      callbackURL: '//evil.example',
    }
    await browser.auth('sign-up/email', { name: 'Ana', email, password, ...more })
    const stored = await app.db.selectFrom('auth_user').where('email', '=', email).selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ email_verified: false, confirmed_at: null, image: null })
  })

  test('stores a password as a hash, and logs neither it nor the address', async () => {
    const { person } = await signUp(app, { email: newAddress() })
    const rows = JSON.stringify(await app.db.selectFrom('auth_account').selectAll().execute())
    expect(rows).toContain('scrypt$')
    expect(rows).not.toContain(password)
    expect(app.logged()).not.toContain(password)
    expect(app.logged()).not.toContain(person.email)
  })
})

describe('the confirmation link', () => {
  test('works once; the second time it reports “already confirmed” and signs no one in', async () => {
    const { person } = await signUp(app)
    const token = tokenIn((await inbox.next(person.email)).text)
    const [first, second] = [testBrowser(app.url), testBrowser(app.url)]
    expect(await first.call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'confirmed' } })
    expect(await second.call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'already' } })
    expect(second.cookies.size).toBe(0)
  })

  test('signs in one browser and sends one welcome mail when opened twenty times concurrently', async () => {
    const { person } = await signUp(app)
    const token = tokenIn((await inbox.next(person.email)).text)
    const answers = await Promise.all(Array.from({ length: 20 }, () => testBrowser(app.url).call('auth.confirmEmail', { token })))
    expect(answers.filter(({ data }) => (data as { status: string }).status === 'confirmed')).toHaveLength(1)
    await inbox.next(person.email)
    // a mail’s row is deleted once the mail server accepts it
    const waiting = app.db.selectFrom('auth_mail').where('email', '=', person.email).selectAll()
    await expect.poll(() => waiting.execute()).toEqual([])
  })

  test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'])('is rejected when forged as %j', async (token) => {
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject({
      data: { error: 'invalid_link' },
    })
  })

  test('is rejected for another purpose, user or server, and after it has expired', async () => {
    const { person } = await signUp(app)
    const { id } = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
    const { password: hash } = await app.db
      .selectFrom('auth_account')
      .where('user_id', '=', id)
      .select('password')
      .executeTakeFirstOrThrow()
    const right = {
      purpose: 'auth.confirm',
      subject: `${id}.${markOf(person.email)}.${markOf(hash ?? '')}`,
      expiresIn: '1h',
    }
    const wrong = [
      { ...right, purpose: 'waitlist.confirm' },
      { ...right, subject: `${id}.${markOf('other@example.com')}.${markOf(hash ?? '')}` },
      { ...right, subject: `${id}.${markOf(person.email)}` },
      { ...right, subject: `${id}.${markOf(person.email)}.${markOf('another hash')}` },
      { ...right, subject: id },
      { ...right, subject: 'nobody' },
      { ...right, expiresIn: '-1s' },
    ]
    for (const ticket of wrong) {
      const token = signTicket(app.appContext.secret, ticket)
      expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject({ data: { error: 'invalid_link' } })
    }
    const foreign = signTicket(keysFrom('the secret of another server, 32+'), right)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: foreign })).toMatchObject({
      data: { error: 'invalid_link' },
    })
    const token = signTicket(app.appContext.secret, right)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'confirmed' } })
  })

  test('is sent again on request, but only to an unconfirmed user', async () => {
    const { person } = await signUp(app)
    await inbox.next(person.email)
    const browser = testBrowser(app.url)
    const response = await browser.call('auth.sendConfirmation', { email: person.email })
    expect(response).toMatchObject({ status: 200, data: { error: null } })
    const { text } = await inbox.next(person.email)
    await browser.call('auth.confirmEmail', { token: tokenIn(text) })
    await inbox.next(person.email)
    for (const email of [person.email, newAddress()]) {
      expect((await browser.call('auth.sendConfirmation', { email })).data).toEqual(response.data)
    }
  })
})

describe('the redirect target', () => {
  const next = '/marketplace?start=ada-lovelace&a=ç#b'
  const link = (text: string) => new URL(/https?:\S+\/auth\/confirm\S+/.exec(text)?.[0] ?? '')

  test('is in the mailed link, in the language of the mail, also when the mail is requested again', async () => {
    const { browser, person } = await signUp(app, { language: 'pt', next })
    const first = link((await inbox.next(person.email)).text)
    await browser.call('auth.sendConfirmation', { email: person.email, next: '/chat' })
    const second = link((await inbox.next(person.email)).text)
    expect(first.pathname).toBe('/pt/auth/confirm')
    expect(first.searchParams.get('next')).toBe('/marketplace?start=ada-lovelace&a=%C3%A7#b')
    expect(second.searchParams.get('next')).toBe('/chat')
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: first.hash.slice(1) })).toMatchObject({
      data: { status: 'confirmed' },
    })
  })

  test('is in the sign-in link mailed to an existing user', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    await inbox.next(person.email)
    await signUp(app, { email: person.email, next })
    expect((await inbox.next(person.email)).text).toContain(`${app.url}/auth?next=%2Fmarketplace%3Fstart%3Dada-lovelace`)
  })

  test.each([
    '//evil.example/x',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'marketplace',
    'javascript:alert(1)',
    `/${'x'.repeat(500)}`,
    '/null\0byte',
    7,
    ['/chat'],
  ])('is omitted when it is not a path of this site: %j', async (elsewhere) => {
    const { person, answer } = await signUp(app, { next: elsewhere })
    expect(answer.status).toBe(200)
    expect(link((await inbox.next(person.email)).text).search).toBe('')
  })
})

const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

describe('the waitlist', () => {
  test('links the entry with the same address to the account, confirms it, adopts its language and credits the inviter', async () => {
    const inviter = await makeSignup(app.db, { confirmed_at: new Date() })
    const entry = await makeSignup(app.db, { email: newAddress(), language: 'pt', invited_by: inviter.id })
    const { browser } = await createConfirmedAccount(app, inbox, { email: entry.email })
    expect(await browser.call('waitlist.mine')).toMatchObject({
      data: { email: entry.email, confirmed: true, proven: true, referral_code: entry.referral_code },
    })
    const { ticket } = (await browser.call('waitlist.mine')).data as { ticket: string }
    expect(await browser.call('waitlist.status', { ticket })).toMatchObject({ data: { status: { proven: true } } })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: { language: 'pt' } } })
    expect((await inbox.next(entry.email)).text).toContain('lista de espera')
    const credit = await app.db.selectFrom('waitlist_signup').where('id', '=', entry.id).select('credit').executeTakeFirst()
    expect(credit).toEqual({ credit: 'counted' })
  })

  test('an unverified account does not take over a waitlist entry', async () => {
    const entry = await makeSignup(app.db, { email: newAddress() })
    await signUp(app, { email: entry.email })
    const row = await app.db
      .selectFrom('waitlist_signup')
      .where('id', '=', entry.id)
      .select(['user_id', 'confirmed_at'])
      .executeTakeFirst()
    expect(row).toEqual({ user_id: null, confirmed_at: null })
  })

  test('a user who never joined has no entry, and an anonymous caller gets 401', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    expect(await browser.call('waitlist.mine')).toMatchObject({ data: null })
    expect(await testBrowser(app.url).call('waitlist.mine')).toMatchObject({ status: 401, code: 'unauthorized' })
  })
})
