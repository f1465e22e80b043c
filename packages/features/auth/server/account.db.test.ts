import { makeSignup } from '@duo/db/factories.ts'
import { confirmed, newAddress, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { waitlistWaves } from '../../server.ts'

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

/** Somebody who is signed in and has read their welcome. */
async function settled(overrides: { email?: string; language?: string } = {}) {
  const { browser, person } = await confirmed(app, inbox, overrides)
  await inbox.next(person.email)
  return { browser, person }
}

const userOf = (email: string) => app.db.selectFrom('auth_user').where('email', '=', email).selectAll().executeTakeFirst()

describe('the profile', () => {
  test('changes name and language; a name of another script, with markup or emoji, is kept as it is', async () => {
    const { browser } = await settled()
    for (const name of ['سارة العلي', 'Zoë <b>& Söhne</b>', '👩‍💻 Ana'])
      expect(await browser.call('auth.updateProfile', { name })).toMatchObject({
        data: { error: null, user: { user_metadata: { full_name: name }, language: 'en' } },
      })
    expect(await browser.call('auth.updateProfile', { language: 'pt' })).toMatchObject({ data: { user: { language: 'pt' } } })
    expect(await browser.call('auth.updateProfile', {})).toMatchObject({ data: { user: { language: 'pt' } } })
  })

  test.each([
    [{ name: ' \u202e ' }, { name: 'name_required' }],
    [{ name: 'x'.repeat(101) }, { name: 'invalid_name' }],
    [{ name: 7 }, { name: 'name_required' }],
    [{ language: 'fr' }, { language: 'invalid_language' }],
  ])('%j is refused by its field', async (profile, fields) => {
    const { browser } = await settled()
    expect(await browser.call('auth.updateProfile', profile)).toMatchObject({ status: 400, code: 'bad_input', fields })
  })
})

describe('another address', () => {
  test('holds once its own mail is opened; the old one is told, and the session stays', async () => {
    const { browser, person } = await settled({ language: 'pt' })
    const email = newAddress()
    expect(await browser.call('auth.changeEmail', { email: ` ${email.toUpperCase()}`, password })).toMatchObject({
      data: { error: null },
    })
    expect(await browser.call('auth.account')).toMatchObject({ data: { user: { email: person.email }, pendingEmail: email } })
    const mail = await inbox.next(email)
    expect(mail.text).toContain(`${app.url}/pt/auth/confirm#`)
    const other = testBrowser(app.url)
    expect(await other.auth('confirm-email', { token: tokenIn(mail.text) })).toMatchObject({ body: { status: 'changed' } })
    expect(other.cookies.size).toBe(0)
    expect(await browser.call('auth.account')).toMatchObject({ data: { user: { email }, pendingEmail: null } })
    expect((await inbox.next(person.email)).subject).toBe('Sua conta do Duo pode mudar de e-mail')
    expect((await inbox.next(person.email)).subject).toBe('Sua conta do Duo tem um novo e-mail')
    expect(await other.auth('sign-in/email', { email: person.email, password })).toMatchObject({ status: 401 })
    expect(await other.auth('sign-in/email', { email, password })).toMatchObject({ status: 200 })
  })

  test('asks for the password, and refuses the address that holds and what is none', async () => {
    const { browser, person } = await settled()
    const change = (email: string, given: string | null = password) =>
      browser.call('auth.changeEmail', { email, password: given })
    expect(await change(newAddress(), 'not-it')).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await change(newAddress(), null)).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await change(person.email)).toMatchObject({ data: { error: 'same_email' } })
    expect(await change('nobody')).toMatchObject({ status: 400, fields: { email: 'invalid_email' } })
  })

  test('that somebody has is answered the same and told to its owner only; a link for one that was replaced is void', async () => {
    const [{ browser }, { person: owner }] = [await settled(), await settled()]
    expect(await browser.call('auth.changeEmail', { email: owner.email, password })).toMatchObject({ data: { error: null } })
    expect((await inbox.next(owner.email)).subject).toBe('You already have a Duo account')
    const [first, second] = [newAddress(), newAddress()]
    await browser.call('auth.changeEmail', { email: first, password })
    const old = tokenIn((await inbox.next(first)).text)
    await browser.call('auth.changeEmail', { email: second, password })
    await inbox.next(second)
    expect(await browser.auth('confirm-email', { token: old })).toMatchObject({ body: { code: 'INVALID_TOKEN' } })
  })

  test('that somebody else confirmed meanwhile is refused when its link is opened', async () => {
    const { browser, person } = await settled()
    const email = newAddress()
    await browser.call('auth.changeEmail', { email, password })
    const token = tokenIn((await inbox.next(email)).text)
    await confirmed(app, inbox, { email })
    expect(await browser.auth('confirm-email', { token })).toMatchObject({ status: 400, body: { code: 'EMAIL_TAKEN' } })
    expect(await userOf(person.email)).toMatchObject({ email: person.email })
  })
})

describe('everything about me', () => {
  test('is one document: profile, ways in, sessions, plan, waitlist, answers, conversations; and nothing that opens anything', async () => {
    const entry = await makeSignup(app.db, { email: newAddress() })
    await app.db
      .insertInto('survey_follow_up')
      .values({
        signup_id: entry.id,
        user_types: ['creator'],
        niches: [],
        agent_types: [],
        description: 'my answer',
        address: '203.0.113.7',
        mirrored_at: null,
      })
      .execute()
    const { browser, person } = await settled({ email: entry.email })
    const { data } = await browser.call('auth.download')
    const { document } = data as { document: Record<string, unknown> }
    expect(document).toMatchObject({
      exportedAt: expect.any(String),
      profile: { email: person.email, has_password: true, providers: [], user_metadata: { full_name: 'Ana Souza' } },
      sessions: [{ current: true }],
      subscription: { plan: 'free' },
      conversations: [],
    })
    expect(JSON.stringify(document.waitlist)).toContain(entry.referral_code)
    expect(JSON.stringify(document.surveys)).toContain('my answer')
    const [token = ''] = decodeURIComponent(browser.cookies.get('duo.session_token') ?? '').split('.')
    expect(JSON.stringify(document)).not.toMatch(new RegExp(`scrypt|${token}`))
  })

  test('of somebody who never waited says so', async () => {
    const { browser } = await settled()
    expect(await browser.call('auth.download')).toMatchObject({ data: { document: { waitlist: [], surveys: [] } } })
  })
})

describe('deleting the account', () => {
  test('takes everything with it, on every device at once; friends keep their places (GHSA-2vg6-77g8-24mp)', async () => {
    const entry = await makeSignup(app.db, { email: newAddress(), confirmed_at: new Date() })
    const friend = await makeSignup(app.db, { email: newAddress(), invited_by: entry.id, credit: 'counted' })
    const { browser, person } = await settled({ email: entry.email })
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', person)
    const friendBrowser = (await settled({ email: friend.email })).browser
    const before = (await friendBrowser.call('waitlist.mine')).data as { position: number }

    expect(await browser.call('auth.erase', { password: 'not-it' })).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await browser.call('auth.erase', { password: null })).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await browser.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
    for (const device of [browser, phone]) expect(await device.call('auth.session')).toMatchObject({ data: null })
    // before it came the news of the phone, and that a friend had joined
    expect((await inbox.next(person.email)).subject).toBe('New sign-in to your Duo account')
    expect((await inbox.next(person.email)).subject).toContain('A friend joined')
    expect((await inbox.next(person.email)).subject).toBe('Your Duo account is deleted')
    const after = (await friendBrowser.call('waitlist.mine')).data as { position: number }
    expect(after.position).toBe(before.position - 1)

    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(app.db)
    for (const { name } of rows) {
      const found = await sql`select 1 from ${sql.table(name)} as t where t::text ilike ${`%${person.email}%`}`.execute(app.db)
      expect(found.rows, name).toEqual([])
    }
    const again = await signUp(app, { email: person.email })
    expect(again.answer.status).toBe(200)
  })

  test('takes an entry that was made after the account with it, confirmed or not, and the download has it', async () => {
    const entries = (email: string) => app.db.selectFrom('waitlist_signup').where('email', '=', email).select('user_id').execute()
    const [{ browser, person }, { browser: waiting, person: waitingPerson }] = [await settled(), await settled()]
    for (const email of [person.email, waitingPerson.email])
      await browser.call('waitlist.join', { email, language: 'en', invitedByCode: null })
    const ticket = tokenIn((await inbox.next(person.email)).text)
    expect(await browser.call('waitlist.confirm', { ticket })).toMatchObject({ data: { error: null } })
    expect(await entries(person.email)).toEqual([{ user_id: (await userOf(person.email))?.id }])
    expect(await browser.call('waitlist.mine')).toMatchObject({ data: { confirmed: true, email: person.email } })
    // the invitation knows of the account too, and does not ask for another
    await waitlistWaves.runWave(app.db, { name: 'spring', size: 100, byReferrals: 0 })
    expect((await inbox.next(person.email)).text).toContain(`${app.url}/auth?mode=sign-in`)
    // somebody who has changed the account's address since still has it, and what waits under the new one
    const moved = await makeSignup(app.db, { email: newAddress() })
    await app.db.updateTable('auth_user').set({ email: moved.email }).where('email', '=', person.email).execute()
    const { document } = (await browser.call('auth.download')).data as { document: Record<string, { email: string }[]> }
    expect(document.waitlist?.map((entry) => entry.email)).toEqual([person.email, moved.email])
    expect(document.surveys).toHaveLength(2)
    await inbox.next(waitingPerson.email)
    for (const [theirs, email] of [[browser, person.email] as const, [waiting, waitingPerson.email] as const]) {
      expect(JSON.stringify((await theirs.call('auth.download')).data)).toContain(`"waitlist":[{`)
      expect(await theirs.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
      expect(await entries(email)).toEqual([])
    }
    expect(await entries(moved.email)).toEqual([])
  })

  test('twice at once deletes once and answers both', async () => {
    const { browser, person } = await settled()
    const answers = await Promise.all([1, 2, 3].map(() => browser.call('auth.erase', { password })))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await userOf(person.email)).toBeUndefined()
    await inbox.next(person.email)
    // the mail is there a moment before its row is gone
    const mails = () => app.db.selectFrom('auth_mail').where('email', '=', person.email).selectAll().execute()
    await expect.poll(mails).toEqual([])
  })
})

test('the subscription is Free with its limits, until an operator gives another plan', async () => {
  const { browser, person } = await settled()
  expect(await browser.call('billing.subscription')).toMatchObject({
    data: {
      plan: 'free',
      status: 'active',
      limits: { activeAgents: expect.any(Number) },
      usage: { activeAgents: 0, tokensPerMonth: 0, buyersPerMonth: 0 },
    },
  })
  const user = await userOf(person.email)
  await app.db
    .insertInto('billing_subscription')
    .values({ user_id: user?.id ?? '', plan: 'pro' })
    .execute()
  expect(await browser.call('billing.subscription')).toMatchObject({ data: { plan: 'pro' } })
})
