import { expect, test } from 'vitest'
import { accountErasedMail, newDeviceMail } from './templates.ts'

const publicUrl = 'https://goduo.example'
const flat = (text: string) => text.replace(/\s+/g, ' ')

test.each([
  ['en', 'November 28, 2026 at 7:57 AM (UTC, the world’s reference time)'],
  ['pt', '28 de novembro de 2026 às 07:57 (UTC, o horário de referência mundial)'],
] as const)(
  'a mail about a sign-in names day and time in its language, and the time zone in words (%s)',
  async (locale, moment) => {
    const at = new Date('2026-11-28T07:57:33Z')
    expect(flat((await newDeviceMail({ publicUrl, link: null, userAgent: '', at }, locale)).text)).toContain(moment)
  },
)

test.each([
  ['en', 'your conversations with every link you shared them by'],
  ['pt', 'suas conversas com todos os links compartilhados'],
] as const)('the receipt of a deleted account names the conversations and their links (%s)', async (locale, text) => {
  expect(flat((await accountErasedMail({ publicUrl }, locale)).text)).toContain(text)
})
