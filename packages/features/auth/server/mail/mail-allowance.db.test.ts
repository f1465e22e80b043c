import { skipBackOff, storedJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { confirmed, newAddress, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: Awaited<ReturnType<typeof testApp>>
let inbox: Awaited<ReturnType<typeof app.mails>>
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: '1' })
  inbox = await app.mails()
})
afterAll(() => app.close())

test('strangers cause twenty mails a day to one mailbox at most, by whatever form; recovery still reaches its owner', async () => {
  const email = newAddress()
  const { browser } = await confirmed(app, inbox, { email })
  const stranger = testBrowser(app.url)
  const tagged = (i: number) => email.replace('@', `+${i}@`)
  for (let i = 0; i < 15; i++) {
    const join = { email: tagged(i), language: 'en', invitedByCode: null }
    expect(await stranger.call('waitlist.join', join)).toMatchObject({ status: 200 })
    const account = { name: 'Nobody', email: tagged(100 + i), password: 'abacate-azul-77', language: 'en' }
    expect(await stranger.auth('sign-up/email', account)).toMatchObject({ status: 200 })
  }
  await stranger.auth('request-password-reset', { email })
  expect((await inbox.next(email)).subject).toMatch(/Welcome/)
  expect((await inbox.next(email)).subject).toMatch(/password/i)
  // once a later mail to somebody else is there, and no job waits, the others will not come any more
  const other = newAddress()
  await stranger.call('waitlist.join', { email: other, language: 'en', invitedByCode: null })
  await inbox.next(other)
  await expect.poll(() => waitingJobs(app.db)).toEqual([])
  const fromOthers = inbox.arrived.filter(({ to }) => to.includes('+'))
  // the confirmation of the account itself was the first of the twenty
  expect(fromOthers).toHaveLength(19)
  expect(await browser.call('auth.session')).toMatchObject({ data: { user: { email } } })
})

test('a mail that the server refused is tried again and counts once', async () => {
  const email = newAddress()
  inbox.refuse = true
  await testBrowser(app.url).call('waitlist.join', { email, language: 'en', invitedByCode: null })
  await expect.poll(async () => (await storedJobs(app.db)).map(({ state }) => state)).toEqual(['retry'])
  inbox.refuse = false
  await skipBackOff(app.db)
  expect((await inbox.next(email)).to).toBe(email)
  const { points } = await app.db
    .selectFrom('rate_limit')
    .where('key', 'like', 'mail_from_others:%')
    .select('points')
    .orderBy('expire', 'desc')
    .executeTakeFirstOrThrow()
  expect(points).toBe(1)
})
