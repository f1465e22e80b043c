import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { maintenanceTasks } from '#server.ts'

const google = await startOpenIdProvider()
const app = await testApp({ TRUST_PROXY: '1', ...google.settings })
const inbox = await app.mails()
afterAll(async () => {
  await app.close()
  await google.close()
})

type Browser = ReturnType<typeof testBrowser>
interface Event {
  kind: string
  userAgent: string | null
  times: number
  at: string
}

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `10.99.${(++hosts >> 8) & 255}.${hosts & 255}` })

async function member() {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  const { id } = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
  return { browser, person, id }
}

const activity = async (browser: Browser) => ((await browser.call('auth.activity')).data as { events: Event[] }).events
const kinds = async (browser: Browser) => (await activity(browser)).map(({ kind }) => kind)
const stored = (id: string) => app.db.selectFrom('auth_event').where('user_id', '=', id).selectAll().orderBy('at').execute()

describe('the security events of an account', () => {
  test('list the actions of two devices, newest first, with the device', async () => {
    const { browser, person } = await member()
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', person, { ...newClientHeaders(), 'user-agent': 'Phone' })
    await browser.call('auth.changeEmail', { email: newAddress(), password })
    await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-second-password' })
    await browser.call('auth.revokeOtherSessions')
    await browser.call('auth.download')
    await phone.auth('sign-in/email', { email: person.email, password: 'a-second-password' }, newClientHeaders())
    const { data } = await browser.call('auth.sessions')
    const other = (data as { sessions: { id: string; current: boolean }[] }).sessions.find(({ current }) => !current)
    await browser.call('auth.revokeSession', { id: other?.id })
    expect(await kinds(browser)).toEqual([
      'session_ended',
      'signed_in',
      'downloaded',
      'signed_out_everywhere',
      'password_changed',
      'email_change_asked',
      'signed_in',
      'signed_in',
    ])
    expect((await activity(browser)).at(-2)).toMatchObject({ userAgent: 'Phone', times: 1 })
  })

  test('include recoveries, e-mail changes and cancelled changes', async () => {
    const { browser, person } = await member()
    await browser.call('auth.changeEmail', { email: newAddress(), password })
    const cancel = tokenIn((await inbox.next(person.email)).text)
    await testBrowser(app.url).call('auth.cancelEmailChange', { token: cancel }, newClientHeaders())
    const email = newAddress()
    await browser.call('auth.changeEmail', { email, password })
    await browser.call('auth.confirmEmail', { token: tokenIn((await inbox.next(email)).text) })
    await browser.call('auth.requestPasswordReset', { email }, newClientHeaders())
    const token = tokenIn((await inbox.next(email)).text)
    await browser.call('auth.resetPassword', { token, newPassword: 'a-second-password' }, newClientHeaders())
    await browser.auth('sign-in/email', { email, password: 'a-second-password' }, newClientHeaders())
    const events = (await kinds(browser)).reverse()
    expect(events.slice(1, 5)).toEqual(['email_change_asked', 'email_change_cancelled', 'email_change_asked', 'email_changed'])
    expect(events).toEqual(expect.arrayContaining(['recovery_sent', 'password_reset', 'signed_in']))
  })

  test('aggregate refusals per hour, so that an attacker cannot displace other events', async () => {
    const { browser, person, id } = await member()
    for (let i = 0; i < 25; i++)
      await testBrowser(app.url).auth('sign-in/email', { email: person.email, password: 'guess-it' }, newClientHeaders())
    await browser.call('auth.erase', { password: 'not-it' })
    await browser.call('auth.changePassword', { currentPassword: 'not-it', newPassword: 'a-second-password' })
    await expect
      .poll(async () => (await activity(browser)).map(({ kind, times }) => [kind, times]).sort())
      .toEqual([
        ['password_refused', 2],
        ['sign_in_refused', 25],
        ['signed_in', 1],
      ])
    expect(await stored(id)).toHaveLength(3)
  })

  test('include the unlinking of a provider', async () => {
    const { browser, id, person } = await member()
    await app.db
      .insertInto('auth_account')
      .values({ id: crypto.randomUUID(), user_id: id, provider_id: 'google', account_id: person.email })
      .execute()
    await browser.call('auth.unlinkProvider', { provider: 'google' })
    expect((await kinds(browser))[0]).toBe('provider_unlinked')
  })

  test('contain no IP address, only a hash that differs per network', async () => {
    const { browser, person, id } = await member()
    await browser.auth('sign-in/email', person, { 'x-forwarded-for': '203.0.113.50' })
    await browser.auth('sign-in/email', person, { 'x-forwarded-for': '203.0.113.50' })
    await browser.auth('sign-in/email', person, { 'x-forwarded-for': '203.0.113.51' })
    const hashes = (await stored(id)).slice(1).map(({ address_hash }) => address_hash)
    expect(hashes[0]).toMatch(/^[\w-]{22}$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
    expect(JSON.stringify(await stored(id))).not.toContain('203.0.113')
    expect(JSON.stringify(await activity(browser))).not.toContain(hashes[0])
  })

  test('are visible to their owner only', async () => {
    const { id } = await member()
    const other = await member()
    const events = await activity(other.browser)
    const ids = (await stored(id)).map((event) => event.id)
    for (const event of events as unknown as { id: string }[]) expect(ids).not.toContain(event.id)
    expect(await testBrowser(app.url).call('auth.activity')).toMatchObject({ status: 401 })
  })

  test('are not stored for addresses without an account', async () => {
    const count = async () => (await app.db.selectFrom('auth_event').select('id').execute()).length
    const before = await count()
    await testBrowser(app.url).auth('sign-in/email', { email: newAddress(), password: 'guess-it' }, newClientHeaders())
    const { browser, person } = await member()
    await testBrowser(app.url).auth('sign-in/email', { email: person.email, password: 'guess-it' }, newClientHeaders())
    await expect.poll(() => kinds(browser)).toContain('sign_in_refused')
    expect(await count()).toBe(before + 2)
  })

  test('are in the data export, together with the devices', async () => {
    const { browser } = await member()
    const { document } = (await browser.call('auth.download')).data as { document: Record<string, object[]> }
    expect(document.security_events).toMatchObject([{ kind: 'downloaded' }, { kind: 'signed_in' }])
    for (const event of document.security_events ?? []) expect(event).not.toHaveProperty('address_hash')
    expect(document.devices).toMatchObject([{ revoked_at: null }])
  })

  test('are deleted with the account, except for the anonymous erasure event', async () => {
    const { browser, id } = await member()
    await browser.call('auth.erase', { password })
    expect(await stored(id)).toEqual([])
    expect(await app.db.selectFrom('auth_device').where('user_id', '=', id).select('id').execute()).toEqual([])
    const left = await app.db.selectFrom('auth_event').where('erased_account', '=', id).selectAll().execute()
    expect(left).toMatchObject([
      { kind: 'erased', user_id: null, device_id: null, user_agent: null, address_hash: null, email: null },
    ])
  })

  test('are deleted after 180 days, as are unused devices', async () => {
    const { browser, id } = await member()
    await browser.call('auth.download')
    const age = (days: number) =>
      sql`update auth_event set at = now() - make_interval(days => ${days}) where user_id = ${id} and kind = 'signed_in'`.execute(
        app.db,
      )
    const sweep = async () => {
      for (const { run } of maintenanceTasks) await run(app.db, app.appContext)
      return (await stored(id)).map(({ kind }) => kind)
    }
    await age(179)
    expect(await sweep()).toEqual(['signed_in', 'downloaded'])
    await age(181)
    expect(await sweep()).toEqual(['downloaded'])
    const devices = () => app.db.selectFrom('auth_device').where('user_id', '=', id).select('id').execute()
    expect(await devices()).toHaveLength(1)
    await sql`update auth_device set used_at = now() - interval '181 days' where user_id = ${id}`.execute(app.db)
    await sweep()
    expect(await devices()).toEqual([])
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: {} } })
  })
})
