import { expect, test } from 'vitest'
import { beta, friend, link, place } from './templates.ts'

const props = {
  position: 3,
  friends: 2,
  isInvited: false,
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
  const behind = await friend({ ...props, hasMoved: true }, locale)
  expect(behind.text).toContain(moved)
  expect(behind.text.toLowerCase()).toContain(help.toLowerCase())
  const ahead = await friend({ ...props, position: 1, friends: 5, hasMoved: true }, locale)
  expect(ahead.text).toContain(first)
  expect(ahead.text).not.toContain(moved)
  expect(ahead.text).toMatch(/can still overtake you|ainda pode passar à sua frente/)
  expect(behind.text).toMatch(/still go up or down|ainda pode subir ou descer/)
})

test.each([
  ['en', 'A friend joined, and counts for you', /1st in line/, /stays 3rd: the people ahead of you/, /now|moves you up/],
  [
    'pt',
    'Um amigo entrou e conta a seu favor',
    /1º lugar na fila/,
    /continua em 3º lugar: quem está na sua frente/,
    /agora|você avançou/i,
  ],
] as const)('a mail about a friend who moved no one promises no move (%s)', async (locale, subject, first, third, moved) => {
  for (const [position, text] of [
    [1, first],
    [3, third],
  ] as const) {
    const mail = await friend({ ...props, position, hasMoved: false }, locale)
    expect([mail.subject, mail.text]).toEqual([subject, expect.stringMatching(text)])
    expect(mail.subject + mail.text).not.toMatch(moved)
  }
})

test.each([
  ['en', /^It’s your turn/, /3rd|in line|priority/],
  ['pt', /^Chegou a sua vez/, /3º|na fila|prioritário/],
] as const)('a mail to who is invited has no place and no priority (%s)', async (locale, subject, waiting) => {
  const mails = [
    await link({ ...props, isInvited: true, kind: 'asked' }, locale),
    await link({ ...props, isInvited: true, kind: 'already_there' }, locale),
    await friend({ ...props, isInvited: true, hasMoved: true }, locale),
    await friend({ ...props, isInvited: true, hasMoved: true, friends: 5 }, locale),
  ]
  for (const mail of mails) expect(mail.subject + mail.text).not.toMatch(waiting)
  expect(mails[0]?.subject).toMatch(subject)
})

test.each([
  ['en', false, '/auth?mode=sign-up&next=%2Faccount%23place#invitation=ana%2Bbeta%40example.com', 'one more confirmation'],
  ['pt', false, '/pt/auth?mode=sign-up&next=%2Faccount%23place#invitation=ana%2Bbeta%40example.com', 'mais uma confirmação'],
  ['pt', true, '/pt/auth?mode=sign-in&next=%2Faccount%23place#invitation=ana%2Bbeta%40example.com', 'É só entrar'],
] as const)(
  'the invitation (%s, account: %s) leads to the form with its address, and on to the account’s part about the beta',
  async (locale, hasAccount, path, text) => {
    const mail = await beta({ ...props, email: 'ana+beta@example.com', hasAccount, studio: 'off' }, locale)
    expect(mail.text).toContain(`https://goduo.example${path}`)
    expect(mail.text.replace(/\s+/g, ' ')).toContain(text)
  },
)

test.each([
  ['off', 'Not yet open: – An agent of your own that others talk with.'],
  ['invited', 'Open to you today: – Make a Duo of your own from your texts'],
  ['on', 'Open today, with every account: – Make a Duo of your own from your texts'],
] as const)('with STUDIO=%s, the invitation says whether an agent can be made', async (studio, text) => {
  const mail = await beta({ ...props, email: 'ana@example.com', hasAccount: true, studio }, 'en')
  expect(mail.text.replace(/\s+/g, ' ')).toContain(text)
})

test.each([
  ['en', 2, 'can move you up 1 place.'],
  ['en', 200, 'by at most 100 places.'],
  ['pt', 3, 'até 2 lugares.'],
] as const)('a mail about the place promises no more places than are ahead (%s, %i)', async (locale, position, text) => {
  expect((await place({ ...props, position }, locale)).text.replace(/\s+/g, ' ')).toContain(text)
})
