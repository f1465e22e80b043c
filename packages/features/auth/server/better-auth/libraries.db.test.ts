import { createServer } from 'node:net'
import { portOf } from '@duo/platform/server/port-of.ts'
import { createConfirmedAccount, password, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { expect, onTestFinished, test } from 'vitest'

test('while Google accepts connections and says nothing, passwords work at once, and its own sign-in ends with an error', async () => {
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${portOf(silent)}/.well-known/openid-configuration`
  const app = await testApp({ GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_DISCOVERY_URL: url })
  onTestFinished(async () => {
    await app.close()
    silent.close()
  })
  const { person } = await createConfirmedAccount(app, await app.mails())
  const browser = testBrowser(app.url)
  expect(await browser.auth('sign-in/email', { email: person.email, password })).toMatchObject({ status: 200 })
  const start = { provider: 'google', callbackURL: '/marketplace', errorCallbackURL: '/auth' }
  expect(await browser.auth('sign-in/social', start)).toMatchObject({ status: 503 })
  expect(await browser.auth('sign-out')).toMatchObject({ status: 200 })
})
