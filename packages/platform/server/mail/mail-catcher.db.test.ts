import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMailer } from './mail.ts'
import { startMailCatcher } from './mail-catcher.ts'

const { db } = await testDatabase()
const catcher = await startMailCatcher({ db, log: pino({ level: 'silent' }) })
const mailer = createMailer({ smtpUrl: catcher.smtpUrl, from: 'Duo <hello@duo.example>' })
const mail = {
  to: 'joão@example.com',
  subject: 'Olá, João',
  html: '<p>Você está na lista 🎉</p>',
  text: 'Você está na lista',
  messageId: 'm.1',
}
const caught = () => db.selectFrom('caught_mail').selectAll().orderBy('created_at').execute()

beforeEach(async () => {
  await db.deleteFrom('caught_mail').execute()
})
afterAll(async () => {
  mailer.close()
  await catcher.close()
})

test('a sent mail can be read in the table', async () => {
  await mailer.send({ ...mail, headers: { 'X-Kind': 'welcome' } })
  expect(await caught()).toMatchObject([
    {
      message_id: '<m.1@duo.example>',
      sender: 'hello@duo.example',
      recipient: 'joão@example.com',
      subject: 'Olá, João',
      html: expect.stringContaining('Você está na lista 🎉'),
      text: expect.stringContaining('Você está na lista'),
      headers: { 'X-Kind': 'welcome' },
    },
  ])
})

test('a mail that is sent again after a crash is stored once', async () => {
  await mailer.send(mail)
  await mailer.send(mail)
  await mailer.send({ ...mail, messageId: 'm.2' })
  expect((await caught()).map((row) => row.message_id)).toEqual(['<m.1@duo.example>', '<m.2@duo.example>'])
})

test('keeps the newest 500 mails only', async () => {
  await sql`insert into caught_mail (id, message_id, sender, recipient, subject, html, text, created_at)
    select gen_random_uuid(), n::text, '', '', '', '', '', now() - n * interval '1 minute' from generate_series(1, 505) n`.execute(
    db,
  )
  await mailer.send(mail)
  const mails = await caught()
  expect(mails).toHaveLength(500)
  expect(mails[0]?.message_id).toBe('499')
  expect(mails.at(-1)?.message_id).toBe('<m.1@duo.example>')
})

test('rejects an oversized mail permanently', async () => {
  await expect(mailer.send({ ...mail, text: 'a'.repeat(1_200_000) })).rejects.toMatchObject({ permanent: true, code: 'smtp_552' })
  expect(await caught()).toEqual([])
})

test('a mail that cannot be stored is rejected temporarily', async () => {
  await sql`alter table caught_mail rename to caught_mail_away`.execute(db)
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'smtp_451' })
  await sql`alter table caught_mail_away rename to caught_mail`.execute(db)
  await mailer.send(mail)
  expect(await caught()).toHaveLength(1)
})
