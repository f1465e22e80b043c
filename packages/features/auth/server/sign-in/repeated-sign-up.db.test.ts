import { randomUUID } from 'node:crypto'
import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp()
const inbox = await app.mails()
const open = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
afterAll(async () => {
  await open.close()
  await app.close()
})

const newPerson = () => ({ name: 'Ana Souza', email: newAddress(), password, language: 'en' })
type Person = ReturnType<typeof newPerson>
const signUp = (on: { url: string }, person: Person, key: string, browser = testBrowser(on.url)) =>
  browser.auth('sign-up/email', person, { 'idempotency-key': key })
/** Returns what a caller can observe in a response. */
const shape = ({ status, body, headers }: Awaited<ReturnType<typeof signUp>>) => [
  status,
  JSON.stringify(body).replace(/"[^"]*@[^"]*"|"[0-9a-f-]{36}"|"[\d-]+T[^"]*"/g, '?'),
  [...headers.keys()].sort(),
]
const mailsTo = (email: string) => inbox.arrived.filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a sign-up repeated with the same idempotency key', () => {
  test('gets the same response, and the only mail confirms the account', async () => {
    const [person, key] = [newPerson(), randomUUID()]
    expect(await signUp(app, person, key)).toMatchObject({ status: 200, body: { token: null, user: { email: person.email } } })
    const again = await signUp(app, person, key)
    expect(again).toMatchObject({ status: 200, body: { token: null, user: { email: person.email, emailVerified: false } } })
    expect(again.headers.getSetCookie()).toEqual([])
    const { text } = await inbox.next(person.email)
    const browser = testBrowser(app.url)
    expect(await browser.call('auth.confirmEmail', { token: tokenIn(text) })).toMatchObject({ data: { status: 'confirmed' } })
    expect((await inbox.next(person.email)).subject).toBe('Welcome to Duo')
    expect(mailsTo(person.email)).toEqual([])
  })

  test('gets the same response for known and unknown addresses, whether its input changed or not', async () => {
    const { person: member } = await createConfirmedAccount(app, inbox)
    await inbox.next(member.email)
    const unknown = newPerson()
    const answers = []
    for (const { email } of [member, unknown]) {
      const [person, key] = [{ ...newPerson(), email }, randomUUID()]
      await signUp(app, person, key)
      answers.push([
        shape(await signUp(app, person, key)),
        shape(await signUp(app, { ...person, password: 'another-word' }, key)),
        shape(await signUp(app, { ...person, email: newAddress() }, key)),
      ])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.map(([status]) => status)).toEqual([200, 409, 409])
    expect((await inbox.next(member.email)).subject).toBe('You already have a Duo account')
    expect(mailsTo(member.email)).toEqual([])
  })

  test('creates one account and one mail when sent concurrently', async () => {
    const [person, key] = [newPerson(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(app, person, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await inbox.next(person.email)
    const accounts = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').execute()
    expect(accounts).toHaveLength(1)
    expect(mailsTo(person.email)).toEqual([])
  })

  test('does not report "already registered" and signs no one in when confirmation is off', async () => {
    const [person, key] = [newPerson(), randomUUID()]
    expect((await signUp(open, person, key)).headers.getSetCookie()).not.toEqual([])
    const again = await signUp(open, person, key)
    expect(again).toMatchObject({ status: 200, body: { token: null, user: { email: person.email } } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.getSetCookie()).toEqual([])
    expect(again.headers.get('set-auth-token')).toBeNull()
    expect(await signUp(open, person, randomUUID())).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
    })
    expect(await testBrowser(open.url).auth('sign-in/email', person)).toMatchObject({ status: 200 })
  })

  test('creates a new account when the first one was deleted', async () => {
    const [person, key] = [newPerson(), randomUUID()]
    await signUp(open, person, key)
    await app.db.deleteFrom('auth_user').where('email', '=', person.email).execute()
    expect((await signUp(open, person, key)).headers.getSetCookie()).not.toEqual([])
    expect((await signUp(open, person, key)).headers.get('idempotency-replayed')).toBe('true')
  })
})
