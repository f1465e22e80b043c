import { makeSignup } from '@duo/db/factories.ts'
import { createConfirmedAccount, newAddress, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import * as waitlistWaves from '../../waitlist/server/admin/waves.ts'

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

async function createMember(overrides: { email?: string; language?: string } = {}) {
  const { browser, person } = await createConfirmedAccount(app, inbox, overrides)
  await inbox.next(person.email)
  return { browser, person }
}

const userOf = (email: string) => app.db.selectFrom('auth_user').where('email', '=', email).selectAll().executeTakeFirst()

describe('the profile', () => {
  test('accepts a new name and language, and stores any script, markup or emoji unchanged', async () => {
    const { browser } = await createMember()
    for (const name of ['سارة العلي', 'Zoë <b>& Söhne</b>', '👩‍💻 Ana'])
      expect(await browser.call('auth.updateProfile', { name })).toMatchObject({
        data: { error: null, user: { user_metadata: { full_name: name }, language: 'en' } },
      })
    expect(await browser.call('auth.updateProfile', { language: 'pt' })).toMatchObject({ data: { user: { language: 'pt' } } })
    expect(await browser.call('auth.updateProfile', {})).toMatchObject({ data: { user: { language: 'pt' } } })
  })

  test.each([
    [{ name: ' \u202e ' }, { name: 'name_required' }],
    [{ name: '\u2800 \u200B' }, { name: 'name_required' }],
    [{ name: '\u3164\uFFA0\u00AD\u{E0041}\u0301' }, { name: 'name_required' }],
    [{ name: 'x'.repeat(101) }, { name: 'invalid_name' }],
    [{ name: 7 }, { name: 'name_required' }],
    [{ language: 'fr' }, { language: 'invalid_language' }],
  ])('rejects %j with a field error', async (profile, fields) => {
    const { browser } = await createMember()
    expect(await browser.call('auth.updateProfile', profile)).toMatchObject({ status: 400, code: 'bad_input', fields })
  })
})

describe('an e-mail change', () => {
  test('takes effect when its link is opened, notifies the old address and keeps the session', async () => {
    const { browser, person } = await createMember({ language: 'pt' })
    const email = newAddress()
    expect(await browser.call('auth.changeEmail', { email: ` ${email.toUpperCase()}`, password })).toMatchObject({
      data: { error: null },
    })
    expect(await browser.call('auth.account')).toMatchObject({ data: { user: { email: person.email }, pendingEmail: email } })
    const mail = await inbox.next(email)
    expect(mail.text).toContain(`${app.url}/pt/auth/confirm#`)
    const other = testBrowser(app.url)
    expect(await other.call('auth.confirmEmail', { token: tokenIn(mail.text) })).toMatchObject({ data: { status: 'changed' } })
    expect(other.cookies.size).toBe(0)
    expect(await browser.call('auth.account')).toMatchObject({ data: { user: { email }, pendingEmail: null } })
    expect((await inbox.next(person.email)).subject).toBe('Pedido para mudar o e-mail da sua conta do Duo')
    expect((await inbox.next(person.email)).subject).toBe('Sua conta do Duo tem um novo e-mail')
    expect(await other.auth('sign-in/email', { email: person.email, password })).toMatchObject({ status: 401 })
    expect(await other.auth('sign-in/email', { email, password })).toMatchObject({ status: 200 })
  })

  test('requires the password, and rejects the current address and invalid ones', async () => {
    const { browser, person } = await createMember()
    const change = (email: string, currentPassword: string | null = password) =>
      browser.call('auth.changeEmail', { email, password: currentPassword })
    expect(await change(newAddress(), 'not-it')).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await change(newAddress(), null)).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await change(person.email)).toMatchObject({ data: { error: 'same_email' } })
    expect(await change('nobody')).toMatchObject({ status: 400, fields: { email: 'invalid_email' } })
  })

  test('to a taken address gets the usual response and notifies only its owner; a newer request voids the old link', async () => {
    const [{ browser }, { person: owner }] = [await createMember(), await createMember()]
    expect(await browser.call('auth.changeEmail', { email: owner.email, password })).toMatchObject({ data: { error: null } })
    expect((await inbox.next(owner.email)).subject).toBe('You already have a Duo account')
    const [first, second] = [newAddress(), newAddress()]
    await browser.call('auth.changeEmail', { email: first, password })
    const old = tokenIn((await inbox.next(first)).text)
    await browser.call('auth.changeEmail', { email: second, password })
    await inbox.next(second)
    expect(await browser.call('auth.confirmEmail', { token: old })).toMatchObject({ data: { error: 'invalid_link' } })
  })

  test("to the address of one's own sign-up that was never confirmed gets the link, which takes the address over", async () => {
    const { browser } = await createMember()
    const email = newAddress()
    const abandoned = { name: 'Ana Souza', email, password: 'another-long-word', language: 'en' }
    await testBrowser(app.url).auth('sign-up/email', abandoned)
    const old = tokenIn((await inbox.next(email)).text)
    await browser.call('auth.changeEmail', { email, password })
    const mail = await inbox.next(email)
    expect(await browser.call('auth.confirmEmail', { token: tokenIn(mail.text) })).toMatchObject({ data: { status: 'changed' } })
    expect(await browser.call('auth.account')).toMatchObject({ data: { user: { email }, pendingEmail: null } })
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: old })).toMatchObject({
      data: { error: 'invalid_link' },
    })
  })

  test('is refused when another account has since confirmed the address', async () => {
    const { browser, person } = await createMember()
    const email = newAddress()
    await browser.call('auth.changeEmail', { email, password })
    const token = tokenIn((await inbox.next(email)).text)
    await createConfirmedAccount(app, inbox, { email })
    expect(await browser.call('auth.confirmEmail', { token })).toMatchObject({ data: { error: 'email_taken' } })
    expect(await userOf(person.email)).toMatchObject({ email: person.email })
  })
})

describe('the personal data export', () => {
  test('contains profile, linked accounts, sessions, plan, waitlist, answers and conversations, and no secrets', async () => {
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
    const { browser, person } = await createMember({ email: entry.email })
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

  test('contains no entry for a user who never joined the waitlist', async () => {
    const { browser } = await createMember()
    expect(await browser.call('auth.download')).toMatchObject({ data: { document: { waitlist: [], surveys: [] } } })
  })
})

describe('deleting the account', () => {
  test('removes all data and all sessions at once; an invited friend moves up by one place (GHSA-2vg6-77g8-24mp)', async () => {
    const entry = await makeSignup(app.db, { email: newAddress(), confirmed_at: new Date() })
    const friend = await makeSignup(app.db, { email: newAddress(), invited_by: entry.id, credit: 'counted' })
    const { browser, person } = await createMember({ email: entry.email })
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', person)
    const friendBrowser = (await createMember({ email: friend.email })).browser
    const before = (await friendBrowser.call('waitlist.mine')).data as { position: number }

    expect(await browser.call('auth.erase', { password: 'not-it' })).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await browser.call('auth.erase', { password: null })).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await browser.call('auth.erase', { password })).toMatchObject({ data: { error: null } })
    for (const device of [browser, phone]) expect(await device.call('auth.session')).toMatchObject({ data: null })
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

  test('also removes a waitlist entry created after the account, confirmed or not, which the export contains', async () => {
    const entries = (email: string) => app.db.selectFrom('waitlist_signup').where('email', '=', email).select('user_id').execute()
    const [{ browser, person }, { browser: waiting, person: waitingPerson }] = [await createMember(), await createMember()]
    for (const email of [person.email, waitingPerson.email])
      await browser.call('waitlist.join', { email, language: 'en', invitedByCode: null })
    const ticket = tokenIn((await inbox.next(person.email)).text)
    expect(await browser.call('waitlist.confirm', { ticket })).toMatchObject({ data: { error: null } })
    expect(await entries(person.email)).toEqual([{ user_id: (await userOf(person.email))?.id }])
    expect(await browser.call('waitlist.mine')).toMatchObject({ data: { confirmed: true, email: person.email } })
    await waitlistWaves.runWave(app.db, { name: 'spring', size: 100, byReferrals: 0 })
    expect((await inbox.next(person.email)).text).toContain(`${app.url}/auth?mode=sign-in`)
    // a user who has since changed the account’s e-mail owns both entries
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

  test('handles concurrent calls without an error', async () => {
    const { browser, person } = await createMember()
    const answers = await Promise.all([1, 2, 3].map(() => browser.call('auth.erase', { password })))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await userOf(person.email)).toBeUndefined()
    await inbox.next(person.email)
    // a mail arrives before its row is deleted
    const mails = () => app.db.selectFrom('auth_mail').where('email', '=', person.email).selectAll().execute()
    await expect.poll(mails).toEqual([])
  })
})

test('the subscription is Free with its limits until an operator changes the plan', async () => {
  const { browser, person } = await createMember()
  expect(await browser.call('billing.subscription')).toMatchObject({
    data: {
      plan: 'free',
      status: 'active',
      limits: { activeAgents: expect.any(Number) },
      usage: { tokensPerMonth: 0 },
    },
  })
  const user = await userOf(person.email)
  await app.db
    .insertInto('billing_subscription')
    .values({ user_id: user?.id ?? '', plan: 'pro' })
    .execute()
  expect(await browser.call('billing.subscription')).toMatchObject({ data: { plan: 'pro' } })
})
