import { skipBackOff } from '@duo/platform/testing/jobs.ts'
import { startMailServer } from '@duo/platform/testing/servers/mail-server.ts'
import { newAddress, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const mailServer = await startMailServer()
const app = await testApp()
await app.mailsTo(mailServer.url)
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
const visitor = testBrowser(app.url)

async function join() {
  const email = newAddress()
  const { data } = await visitor.call('waitlist.join', { email, language: 'en', invitedByCode: null })
  const { ticket } = data as { ticket: string }
  return { email, status: async () => (await visitor.call('waitlist.status', { ticket })).data, ticket }
}

test('an entry whose mail is refused for good says so, until a mail to it is accepted', async () => {
  mailServer.refuse({ responseCode: 550, text: '5.1.1 no such person' })
  const { email, status } = await join()
  await expect.poll(status).toMatchObject({ status: { email, confirmed: false, mailRefused: true } })
  mailServer.refuse(null)
  const other = await join()
  expect(await other.status()).toMatchObject({ status: { mailRefused: false } })
  await visitor.call('waitlist.sendStatusLink', { email })
  await expect.poll(status).toMatchObject({ status: { mailRefused: false } })
})

test('an answer of 4xx is no refusal: the mail is sent later', async () => {
  mailServer.refuse({ responseCode: 451, text: '4.2.0 try later' })
  const { email, status } = await join()
  await expect.poll(() => app.logged()).toContain('job failed, will retry')
  expect(await status()).toMatchObject({ status: { mailRefused: false } })
  mailServer.refuse(null)
  await skipBackOff(app.db)
  await expect.poll(() => mailServer.received.filter(({ to }) => to === email)).toHaveLength(1)
})

test('the record of a refusal is erased with the entry', async () => {
  mailServer.refuse({ responseCode: 550, text: '5.1.1 no such person' })
  const { email, status, ticket } = await join()
  await expect.poll(status).toMatchObject({ status: { mailRefused: true } })
  const { id } = await app.db.selectFrom('waitlist_signup').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  // a mail of an earlier test may be refused meanwhile
  const refusals = () => app.db.selectFrom('waitlist_mail_refusal').where('signup_id', '=', id).selectAll().execute()
  expect(await refusals()).toHaveLength(1)
  expect(await visitor.call('waitlist.erase', { ticket })).toMatchObject({ data: { error: null } })
  expect(await refusals()).toEqual([])
})
