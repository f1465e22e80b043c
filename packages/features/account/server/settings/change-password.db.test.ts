import { createConfirmedAccount, password, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

test('the form of a changed password, sent again because its answer was lost, says that it is changed', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  const change = () => browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-new-password' })
  expect((await change()).data).toEqual({ error: null })
  expect((await change()).data).toEqual({ error: null })
  const signIn = (typed: string) => testBrowser(app.url).auth('sign-in/email', { email: person.email, password: typed })
  expect([(await signIn('a-new-password')).status, (await signIn(password)).status]).toEqual([200, 401])
})

test('a stale session cookie that the browser sends first does not sign the person out', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  const valid = browser.cookies.get('duo.session_token') ?? ''
  const session = async (cookie: string) => {
    const response = await fetch(`${app.url}/api/trpc/auth.session`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    const { result } = (await response.json()) as { result: { data: { user: { email: string } } | null } }
    return result.data?.user.email ?? null
  }
  expect(await session(`duo.session_token=old.signature; duo.session_token=${valid}`)).toBe(person.email)
  expect(await session('duo.session_token=old.signature; duo.session_token=other.signature')).toBeNull()
})
