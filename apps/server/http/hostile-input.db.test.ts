import { betterAuth } from 'better-auth'
import { afterAll, expect, test } from 'vitest'
import { signUp, testBrowser } from '../testing/accounts.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp({ CONFIRM_EMAIL: 'off' })
afterAll(app.close)

test('a new server has no default account', async () => {
  expect(await app.db.selectFrom('auth_user').select('email').execute()).toEqual([])
})

test('only the better-auth endpoints in our table exist', async () => {
  const ours = /^\/(?:sign-up\/email|sign-in\/(?:email|social)|link-social|callback\/:id|sign-out|get-session)$/
  const endpoints = Object.values(betterAuth({ emailAndPassword: { enabled: true } }).api).flatMap((endpoint) =>
    'path' in endpoint && typeof endpoint.path === 'string' ? [endpoint.path] : [],
  )
  const others = endpoints.filter((path) => !ours.test(path)).map((path) => path.replaceAll(/:\w+/g, 'x'))
  expect(others).toEqual(
    expect.arrayContaining(['/update-user', '/delete-user', '/verify-email', '/list-sessions', '/ok', '/error']),
  )
  const { browser } = await signUp(app)
  for (const path of others) {
    const statuses = [await browser.request(`/api/auth${path}`), await browser.auth(path.slice(1))].map(({ status }) => status)
    expect([path, ...statuses]).toEqual([path, 404, 404])
  }
})

test('a body with __proto__ and constructor keys pollutes no prototype, and its other fields still count', async () => {
  const browser = testBrowser(app.url)
  const send = (path: string, body: string) =>
    browser.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const poison = '"__proto__":{"isPoisoned":true},"constructor":{"prototype":{"isPoisoned":true}}'
  const joined = await send(
    '/api/trpc/waitlist.join',
    `{${poison},"email":"proto@example.com","language":"en","invitedByCode":null}`,
  )
  const refused = await send('/api/auth/sign-in/email', `{${poison},"email":"proto@example.com","password":"a-wrong-password"}`)
  expect([joined.status, refused.status]).toEqual([200, 401])
  expect('isPoisoned' in {}).toBe(false)
})

test('a password must match exactly, including case, outer spaces and every letter of a long one', async () => {
  const long = ` Ünïcode ${'á-1 '.repeat(20)}END `
  expect(long.length).toBeGreaterThan(64)
  const person = { name: 'Ana Souza', email: 'exact@example.com', password: long, language: 'en' }
  expect(await testBrowser(app.url).auth('sign-up/email', person)).toMatchObject({ status: 200 })
  const signIn = async (password: string) =>
    (await testBrowser(app.url).auth('sign-in/email', { email: person.email, password })).status
  expect(await signIn(long)).toBe(200)
  for (const other of [long.trim(), long.toLowerCase(), long.slice(0, 72), long.slice(0, -2)])
    expect(await signIn(other)).toBe(401)
})
