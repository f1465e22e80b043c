import { testDatabase } from '@duo/db/testing.ts'
import { beforeEach, expect, test } from 'vitest'
import { mailListPage, mailPage } from './mail-pages.ts'

const { db } = await testDatabase()
const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const evil = '"><script>alert(1)</script>'
const mail = {
  id,
  message_id: '<m.1@duo.example>',
  sender: 'hello@duo.example',
  recipient: 'ana@example.com',
  subject: 'Your place is kept.',
  html: '<p title="x">Hello &amp; welcome</p>',
  text: 'Hello & welcome',
  headers: { 'Message-ID': '<m.1@duo.example>' },
  created_at: new Date('2026-03-04T05:06:07Z'),
}

beforeEach(async () => {
  await db.deleteFrom('caught_mail').execute()
})

test('an empty list explains how to get a mail, in both languages', async () => {
  expect(await mailListPage(db, 'en')).toContain('No email yet')
  const page = await mailListPage(db, 'pt')
  expect(page).toContain('<html lang="pt-BR">')
  expect(page).toContain('Nenhum e-mail ainda')
})

test('the list links to every mail, newest first, with recipient and time', async () => {
  const newer = { ...mail, id: id.replace(/b$/, 'c'), message_id: '2', subject: '', created_at: new Date('2026-03-05T00:00:00Z') }
  await db.insertInto('caught_mail').values([mail, newer]).execute()
  const page = await mailListPage(db, 'en')
  expect(page.indexOf(`/dev/mail/${newer.id}`)).toBeLessThan(page.indexOf(`/dev/mail/${id}`))
  expect(page).toContain('(no subject)')
  expect(page).toContain('ana@example.com')
  expect(page).toContain('datetime="2026-03-04T05:06:07.000Z"')
  expect(page).not.toContain('No email yet')
})

test('shows a mail in a frame without scripts, as plain text and with its headers', async () => {
  await db.insertInto('caught_mail').values(mail).execute()
  const page = await mailPage(db, id, 'en')
  expect(page).toContain('srcdoc="&lt;p title=&quot;x&quot;&gt;Hello &amp;amp; welcome&lt;/p&gt;"')
  expect(page).toMatch(/sandbox="(?!.*allow-(scripts|same-origin))/)
  expect(page).toContain('<pre>Hello &amp; welcome</pre>')
  expect(page).toContain('<dt>Message-ID</dt><dd>&lt;m.1@duo.example&gt;</dd>')
})

test('markup in a mail does not become part of our pages', async () => {
  const row = { ...mail, sender: evil, recipient: evil, subject: evil, html: evil, text: evil, headers: { [evil]: evil } }
  await db.insertInto('caught_mail').values(row).execute()
  expect(await mailListPage(db, 'en')).not.toContain('<script')
  expect(await mailPage(db, id, 'en')).not.toContain('<script')
})

test('an unknown or invalid mail id has no page', async () => {
  expect(await mailPage(db, id, 'en')).toBeNull()
  expect(await mailPage(db, "1' or true", 'pt')).toBeNull()
})
