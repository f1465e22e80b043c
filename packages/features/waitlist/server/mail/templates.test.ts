import { expect, test } from 'vitest'
import { friend } from './templates.ts'

const props = {
  confirmLink: null,
  statusLink: 'https://goduo.example/waitlist#ticket',
  code: 'ABCD-EFGH-JKLM',
  referralLink: 'https://goduo.example/?ref=K7Q2M9XW4T',
  unsubscribeLink: 'https://goduo.example/waitlist/unsubscribe#ticket',
  publicUrl: 'https://goduo.example',
}

test.each([
  ['en', 'moves you up', 'You are 1st in line: no one is ahead of you.', 'A question? Just reply to this email.'],
  ['pt', 'você avançou', 'Você está em 1º lugar na fila: não há ninguém na sua frente.', 'É só responder a este e-mail'],
] as const)('a mail about a friend says that it moved up only who was behind others (%s)', async (locale, moved, first, help) => {
  const behind = await friend({ ...props, position: 3, friends: 2 }, locale)
  expect(behind.text).toContain(moved)
  expect(behind.text.toLowerCase()).toContain(help.toLowerCase())
  const ahead = await friend({ ...props, position: 1, friends: 5 }, locale)
  expect(ahead.text).toContain(first)
  expect(ahead.text).not.toContain(moved)
})
