import { codeIn, newAddress, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const app = await testApp()
const inbox = await app.mails()
afterAll(app.close)

const browser = testBrowser(app.url)
const call = async (name: string, input: object): Promise<Record<string, unknown>> => (await browser.call(name, input)).data
const redeem = (code: string) => call('auth.redeemMailCode', { code })

async function nextMail(email: string) {
  const { text, html } = await inbox.next(email)
  const code = codeIn(text)
  expect(html).toContain(code)
  return { token: tokenIn(text), code }
}

test.each(['en', 'pt'])('the code of a welcome mail confirms, and ends the link, in %s', async (language) => {
  const email = newAddress()
  await call('waitlist.join', { email, language })
  const { token, code } = await nextMail(email)
  const opened = await redeem(code)
  expect(opened).toEqual({ error: null, page: '/waitlist/confirm', token })
  expect(await call('waitlist.confirm', { ticket: opened.token })).toMatchObject({ error: null })
  expect(await call('waitlist.confirm', { ticket: token })).toEqual({ error: 'already_confirmed' })
})

test('the code of a status link opens the entry until it is signed out everywhere', async () => {
  const email = newAddress()
  await call('waitlist.join', { email, language: 'en' })
  await call('waitlist.confirm', { ticket: (await nextMail(email)).token })
  await call('waitlist.sendStatusLink', { email })
  const { token, code } = await nextMail(email)
  expect(await redeem(code)).toEqual({ error: null, page: '/waitlist', token })
  expect(await call('waitlist.status', { ticket: token })).toMatchObject({ error: null, status: { email, proven: true } })
  await call('waitlist.signOutEverywhere', { ticket: token })
  expect(await call('waitlist.status', { ticket: (await redeem(code)).token })).toEqual({ error: 'invalid_ticket' })
})
