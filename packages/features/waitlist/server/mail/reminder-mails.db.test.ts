import { makeSignup } from '@duo/db/factories.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { newAddress } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mailJobs } from '#server.ts'
import { mailPlaces, remindUnconfirmed } from './reminders.ts'

const app = await testApp()
await createQueues(app.db, mailJobs)
const inbox = await app.mails()
afterAll(app.close)
const { db } = app

const on = { sendsMail: true, waitlistMails: { reminders: true, places: true } }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function fiveDaysLater() {
  await sql`update waitlist_signup set created_at = created_at - interval '5 days'`.execute(db)
  await sql`update waitlist_reminder set confirm_at = confirm_at - interval '5 days'`.execute(db)
}

test.each([
  ['en', /^Your place .* is not confirmed yet$/, /one more time at most/, /^Last reminder/, /not remind you again/],
  ['pt', /^Seu lugar .* ainda não está confirmado$/, /no máximo mais um/, /^Último lembrete/, /Não enviaremos mais/],
] as const)(
  'reminders are in the language of the member (%s), and one click stops them',
  async (language, firstSubject, once, lastSubject, never) => {
    const [email, stopping] = [newAddress(), newAddress()]
    for (const address of [email, stopping]) await makeSignup(db, { email: address, language, created_at: daysAgo(3) })
    await remindUnconfirmed(db, on)
    const first = await inbox.next(email)
    expect([first.subject, first.text]).toEqual([expect.stringMatching(firstSubject), expect.stringMatching(once)])
    expect(first.text).toContain('/waitlist/confirm#')

    const { headers } = await inbox.next(stopping)
    const [, link = ''] = /^<(.*)>$/.exec(headers?.['List-Unsubscribe'] ?? '') ?? []
    expect((await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).ok).toBe(true)

    await fiveDaysLater()
    await remindUnconfirmed(db, on)
    const last = await inbox.next(email)
    expect([last.subject, last.text]).toEqual([expect.stringMatching(lastSubject), expect.stringMatching(never)])
    expect(
      await sql`select from waitlist_reminder where confirm_step = 2 and confirm_at > now() - interval '1 day'`.execute(db),
    ).toMatchObject({
      rows: [{}],
    })
    await fiveDaysLater()
  },
)

test.each([
  [
    'en',
    /^Still in line: you are 2nd/,
    'A friend you invite who confirms can move you up 1 place',
    'No one on the list is ahead of you.',
  ],
  [
    'pt',
    /^Você continua na fila: 2º lugar/,
    'Um amigo que entra pelo seu convite e confirma pode fazer você avançar 1 lugar',
    'Não há ninguém na sua frente na lista.',
  ],
] as const)('a place mail tells the place in the language of the member (%s)', async (language, subject, friends, first) => {
  await sql`truncate waitlist_signup, waitlist_position_sum cascade`.execute(db)
  await sql`alter sequence waitlist_seat restart`.execute(db)
  const [one, two] = [newAddress(), newAddress()]
  for (const email of [one, two]) await makeSignup(db, { email, language, confirmed_at: daysAgo(40) })
  await mailPlaces(db, on)
  expect((await inbox.next(one)).text).toContain(first)
  const mail = await inbox.next(two)
  expect([mail.subject, mail.text]).toEqual([expect.stringMatching(subject), expect.stringContaining(friends)])
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})
