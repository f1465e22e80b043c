import { deadJobs, retryDeadJobs } from '@duo/platform/server/jobs/admin.ts'
import { skipBackOff, storedJobs } from '@duo/platform/testing/jobs.ts'
import { startMailServer } from '@duo/platform/testing/servers/mail-server.ts'
import { newAddress, password, signUp, testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'

const mailServer = await startMailServer()
const app = await testApp()
await app.mailsTo(mailServer.url)
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
const { db } = app

const visitor = testBrowser(app.url)

const noSuchPerson = { responseCode: 550, text: '5.1.1 no such person' }
beforeEach(() => mailServer.refuse(noSuchPerson))

const mailIdOf = ({ body }: Awaited<ReturnType<typeof signUp>>['answer']) => String(body?.mailId)
const outcomeOf = async (mailId: string) => (await visitor.call('auth.mailOutcome', { mailId })).data
const refused = { error: null, refused: true }
const notRefused = { error: null, refused: false }
const untilSent = () => expect.poll(() => storedJobs(db)).toEqual([])
const receivedBy = (email: string) => mailServer.received.filter(({ to }) => to === email)

test('a sign-up learns that its mail was refused for good, until a mail to the address is accepted', async () => {
  const { person, answer } = await signUp(app)
  const mailId = mailIdOf(answer)
  await expect.poll(() => outcomeOf(mailId)).toEqual(refused)
  await visitor.call('auth.sendConfirmation', { email: person.email })
  await untilSent()
  expect(await outcomeOf(mailId)).toEqual(refused)
  mailServer.refuse(null)
  await visitor.call('auth.sendConfirmation', { email: person.email })
  await expect.poll(() => outcomeOf(mailId)).toEqual(notRefused)
  expect(receivedBy(person.email)).toHaveLength(1)
})

test('the response is the same for an address with an account and one without', async () => {
  const taken = newAddress()
  mailServer.refuse(null)
  await signUp(app, { email: taken })
  await untilSent()
  await sql`update auth_user set email_verified = true where email = ${taken}`.execute(db)
  mailServer.refuse(noSuchPerson)
  const [known, unknown] = [await signUp(app, { email: taken }), await signUp(app)]
  expect(Object.keys(known.answer.body ?? {})).toEqual(Object.keys(unknown.answer.body ?? {}))
  for (const { answer } of [known, unknown]) await expect.poll(() => outcomeOf(mailIdOf(answer))).toEqual(refused)
  // what was refused before tells nothing about a later sign-up
  mailServer.refuse({ responseCode: 451, text: 'try later' })
  const later = await signUp(app, { email: taken })
  expect(await outcomeOf(mailIdOf(later.answer))).toEqual(notRefused)
  mailServer.refuse(null)
  await skipBackOff(db)
  await untilSent()
})

test('an answer of 4xx is no refusal', async () => {
  mailServer.refuse({ responseCode: 451, text: '4.2.0 try later' })
  const { person, answer } = await signUp(app)
  await expect.poll(() => app.logged()).toContain('job failed, will retry')
  expect(await outcomeOf(mailIdOf(answer))).toEqual(notRefused)
  mailServer.refuse(null)
  await skipBackOff(db)
  await expect.poll(() => receivedBy(person.email)).toHaveLength(1)
})

test('a dead mail that an operator has sent again is refused no longer', async () => {
  const { answer } = await signUp(app)
  await expect.poll(() => outcomeOf(mailIdOf(answer))).toEqual(refused)
  // it is recorded just before the job ends
  await untilSent()
  mailServer.refuse(null)
  expect(await deadJobs(db)).toContainEqual(expect.objectContaining({ name: 'auth.mail' }))
  await retryDeadJobs(db, 'auth.mail')
  await expect.poll(() => outcomeOf(mailIdOf(answer))).toEqual(notRefused)
})

test('only the member who asked for the new address learns that it was refused', async () => {
  mailServer.refuse(null)
  const { browser, person } = await signUp(app)
  await untilSent()
  await sql`update auth_user set email_verified = true where email = ${person.email}`.execute(db)
  await browser.auth('sign-in/email', { email: person.email, password })
  const email = newAddress()
  const account = async () => (await browser.call('auth.account')).data
  mailServer.refuse(noSuchPerson)
  // a refusal that another person has caused
  await signUp(app, { email })
  await untilSent()
  mailServer.refuse({ responseCode: 451, text: 'try later' })
  await browser.call('auth.changeEmail', { email, password })
  expect(await account()).toMatchObject({ pendingEmail: email, pendingEmailRefused: false })
  mailServer.refuse(noSuchPerson)
  await browser.call('auth.changeEmail', { email, password })
  await expect.poll(account).toMatchObject({ pendingEmail: email, pendingEmailRefused: true })
  mailServer.refuse(null)
  await browser.call('auth.changeEmail', { email, password })
  await expect.poll(account).toMatchObject({ pendingEmail: email, pendingEmailRefused: false })
})
