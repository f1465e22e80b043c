import { skipBackOff, storedJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { createConfirmedAccount, newAddress, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: Awaited<ReturnType<typeof testApp>>
let inbox: Awaited<ReturnType<typeof app.mails>>
beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: '1' })
  inbox = await app.mails()
})
afterAll(() => app.close())

test('all public forms together send a mailbox at most twenty mails a day; a recovery mail still reaches its owner', async () => {
  const email = newAddress()
  const { browser } = await createConfirmedAccount(app, inbox, { email })
  const visitor = testBrowser(app.url)
  const tagged = (i: number) => email.replace('@', `+${i}@`)
  for (let i = 0; i < 15; i++) {
    const join = { email: tagged(i), language: 'en', invitedByCode: null }
    expect(await visitor.call('waitlist.join', join)).toMatchObject({ status: 200 })
    const account = { name: 'Nobody', email: tagged(100 + i), password: 'abacate-azul-77', language: 'en' }
    expect(await visitor.auth('sign-up/email', account)).toMatchObject({ status: 200 })
  }
  await visitor.call('auth.requestPasswordReset', { email })
  expect((await inbox.next(email)).subject).toMatch(/Welcome/)
  expect((await inbox.next(email)).subject).toMatch(/password/i)
  // a later mail has arrived and the queue is empty, so no other mail is pending
  const other = newAddress()
  await visitor.call('waitlist.join', { email: other, language: 'en', invitedByCode: null })
  await inbox.next(other)
  await expect.poll(() => waitingJobs(app.db)).toEqual([])
  const fromOthers = inbox.arrived.filter(({ to }) => to.includes('+'))
  // the sign-up's own confirmation was the first of the twenty
  expect(fromOthers).toHaveLength(19)
  expect(await browser.call('auth.session')).toMatchObject({ data: { user: { email } } })
})

test('retries a mail that the mail server rejected and counts it once', async () => {
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
