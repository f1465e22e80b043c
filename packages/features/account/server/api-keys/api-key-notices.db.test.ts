import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { codeOf, factorApp } from '@duo/server/testing/second-factors.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ApiKeyEntry } from '../../api-key-schema.ts'

const { app, idOf, inbox, mailTo, member, trail } = await factorApp()

type Browser = Awaited<ReturnType<typeof member>>['browser']

const home = { 'x-forwarded-for': '203.0.113.9' }

async function newKey(browser: Browser) {
  const input = { name: 'Click http://evil.example', scopes: ['marketplace:read'], days: 30, password }
  const { token, key } = (await browser.call('auth.createApiKey', input, home)).data as { token: string; key: ApiKeyEntry }
  const use = (address: string) =>
    testBrowser(app.url).call(
      'marketplace.agents',
      { language: 'en' },
      { authorization: `Bearer ${token}`, 'x-forwarded-for': address, 'user-agent': 'Click http://evil.example' },
    )
  return { token, id: key.id, hint: key.hint, use }
}

/** Subjects of the mails about API keys that have arrived, once the queue is empty. */
async function keyMails(email: string) {
  await expect.poll(async () => (await app.db.selectFrom('auth_mail').selectAll().execute()).length, { timeout: 10_000 }).toBe(0)
  return inbox.arrived.filter(({ to, subject }) => to === email && /API|rede nova/.test(subject)).map(({ subject }) => subject)
}

describe('the owner is mailed', () => {
  test.each([
    ['en', /^An API key was created for your Duo account$/, 'That wasn’t me'],
    ['pt', /^Uma chave de API foi criada na sua conta do Duo$/, 'Não fui eu'],
  ])('about a new key (%s), with its last characters, not its name, and a dispute link', async (language, subject, action) => {
    const { browser, person } = await member({ language })
    const { hint, token } = await newKey(browser)
    const { text, html } = await mailTo(person.email, subject)
    expect(text).toContain(hint)
    expect(text).toContain(action)
    expect(text).toContain('/auth/not-me#')
    for (const words of ['evil.example', token]) expect(text + html).not.toContain(words)
  })

  test('about the first use from a new network, once per network, and not about the network of the creation', async () => {
    const { browser, person } = await member()
    const { hint, use } = await newKey(browser)
    await mailTo(person.email, /was created/)
    expect(await use('203.0.113.77')).toMatchObject({ status: 200 })
    expect(await keyMails(person.email)).toEqual([])

    for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8:7:1::1', '2001:db8:7:2::1', '::ffff:198.51.100.3'])
      expect(await use(address)).toMatchObject({ status: 200 })
    const subject = 'An API key of your Duo account was used from a new network'
    expect(await keyMails(person.email)).toEqual([subject, subject])
    const { text, html } = await mailTo(person.email, /new network/)
    expect(text).toContain(hint)
    expect(text).toContain('/auth/not-me#')
    expect(text + html).not.toContain('evil.example')
    expect((await trail(person.email)).slice(0, 2)).toEqual(['api_key_new_network', 'api_key_new_network'])
    const rows = await app.db.selectFrom('auth_api_key_network').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|203\.0|2001/)
  })

  test('three times a day at most, for all keys together and under concurrency; the next day again', async () => {
    const { browser, person } = await member()
    const keys = [await newKey(browser), await newKey(browser)]
    const useFrom = async (second: number) => {
      const uses = Array.from({ length: 8 }, (_, n) => keys[n % 2]?.use(`198.${second}.${n}.1`))
      for (const answer of await Promise.all(uses)) expect(answer).toMatchObject({ status: 200 })
    }
    await useFrom(18)
    const about = async () => (await keyMails(person.email)).filter((subject) => /new network/.test(subject)).length
    const recorded = async () => (await trail(person.email)).filter((kind) => kind === 'api_key_new_network').length
    expect([await about(), await recorded()]).toEqual([3, 8])
    await useFrom(18)
    expect([await about(), await recorded()]).toEqual([3, 8])
    await sql`update auth_api_key_network set mailed_at = mailed_at - interval '25 hours'`.execute(app.db)
    await useFrom(18)
    expect([await about(), await recorded()]).toEqual([3, 8])
    await useFrom(19)
    expect([await about(), await recorded()]).toEqual([6, 16])
  })

  test('and sees each new network of a key in the activity, up to fifty networks, after which uses write nothing', async () => {
    const { browser, person } = await member()
    const { id, use } = await newKey(browser)
    await sql`insert into auth_api_key_network (key_id, network_hash) select ${id}, 'network ' || n from generate_series(1, 47) n`.execute(
      app.db,
    )
    const networks = () => app.db.selectFrom('auth_api_key_network').where('key_id', '=', id).selectAll().execute()
    const uses = await Promise.all(Array.from({ length: 6 }, (_, n) => use(`192.${n}.2.1`)))
    expect(uses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await networks()).toHaveLength(50)
    expect((await trail(person.email)).filter((kind) => kind === 'api_key_new_network')).toHaveLength(2)

    // a use that took the lock would wait for this transaction
    await app.db.transaction().execute(async (tx) => {
      await sql`select from auth_user where email = ${person.email} for update`.execute(tx)
      expect(await use('192.9.2.1')).toMatchObject({ status: 200 })
      expect(await use('203.0.113.9')).toMatchObject({ status: 200 })
    })
    expect(await networks()).toHaveLength(50)
  })

  test('not about the first network of a key from before networks were recorded, but about the next', async () => {
    const { browser, person } = await member()
    const { id, use } = await newKey(browser)
    await mailTo(person.email, /was created/)
    await app.db.deleteFrom('auth_api_key_network').where('key_id', '=', id).execute()
    await use('198.51.100.1')
    expect(await keyMails(person.email)).toEqual([])
    await use('192.0.2.1')
    expect(await keyMails(person.email)).toHaveLength(1)
  })

  test('“That wasn’t me” in a mail about a network ends the key, every session and the password', async () => {
    const { browser, person } = await member()
    const { use } = await newKey(browser)
    await use('198.51.100.1')
    const { text } = await mailTo(person.email, /new network/)
    const token = /not-me#([\w.-]+)/.exec(text)?.[1]
    expect(await testBrowser(app.url).call('auth.dispute', { token })).toMatchObject({ data: { mailed: 'here' } })
    expect(await use('203.0.113.9')).toMatchObject({ status: 401 })
    expect(await browser.call('auth.apiKeys')).toMatchObject({ status: 401 })
    const again = await testBrowser(app.url).auth('sign-in/email', { email: person.email, password })
    expect(again.status).toBe(401)
  })
})

describe('the first factor', () => {
  test('ends the keys of the account, says how many were valid, and a second factor ends none', async () => {
    const { browser, person } = await member()
    const [valid, other] = [await newKey(browser), await newKey(browser)]
    const { id: expired } = await newKey(browser)
    await sql`update auth_api_key set expires_at = now() - interval '1 day' where id = ${expired}`.execute(app.db)
    const { secret } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
    expect(await valid.use('203.0.113.9')).toMatchObject({ status: 200 })
    const { data } = await browser.call('auth.confirmCodes', { code: codeOf(secret) })
    expect(data).toMatchObject({ error: null, endedKeys: 2, recoveryCodes: expect.any(Array) })
    for (const key of [valid, other]) expect(await key.use('203.0.113.9')).toMatchObject({ status: 401 })

    const later = await newKey(browser)
    const { secret: next } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
    expect((await browser.call('auth.confirmCodes', { code: codeOf(next) })).data).toMatchObject({ error: null, endedKeys: 0 })
    expect(await later.use('203.0.113.9')).toMatchObject({ status: 200 })
    expect(
      await app.db
        .selectFrom('auth_api_key')
        .where('user_id', '=', await idOf(person.email))
        .execute(),
    ).toHaveLength(1)
  })

  test('“sign out everywhere” says how many keys it ended', async () => {
    const { browser } = await member()
    const { use } = await newKey(browser)
    expect((await browser.call('auth.revokeOtherSessions')).data).toEqual({ error: null, ended: 0, endedKeys: 1 })
    expect(await use('203.0.113.9')).toMatchObject({ status: 401 })
  })
})
