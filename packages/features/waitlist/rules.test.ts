import { expect, test } from 'vitest'
import { codeInQuery, invitesLeft, isExhausted, referralLink, repairCode } from './rules.ts'

test('five confirmed friends reach the goal and use up the code; more change nothing', () => {
  expect([0, 1, 4, 5, 6].map(invitesLeft)).toEqual([5, 4, 1, 0, 0])
  expect([0, 4, 5, 6].map(isExhausted)).toEqual([false, false, true, true])
})

test('the referral link contains the code', () => {
  expect(referralLink('https://goduo.example', 'AB12')).toBe('https://goduo.example/?ref=AB12')
})

test.each([
  ...[
    '.',
    ')',
    ',',
    '!',
    '?',
    ';',
    '"',
    '…',
    '*',
    '_',
    ')).',
    ' ',
    '\u00a0',
    '\u200b',
    '%20',
    '/',
    '?utm_source=x',
    '&amp;a=b',
    '#join',
  ].map((end) => `A1B2C3D4E5${end}`),
  ...[
    ' A1B2C3D4E5',
    'A1B 2C3–D4E5',
    'código: A1B2C3D4E5',
    'A1B2C3D4E5 😊',
    'https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fduo.example%2F%3Fref%3DA1B2C3D4E5&data=05',
    'https://l.facebook.com/l.php?u=https%253A%252F%252Fduo.example%252F%253Fref%253DA1B2C3D4E5',
    'https://duo.example/?utm_source=x&amp;ref=A1B2C3D4E5',
    '“A1B2C3D4E5”',
    '(A1B2C3D4E5)',
    'a1b2c3d4e5',
    'Ａ１Ｂ２Ｃ３Ｄ４Ｅ５',
    'aIb2c3d4e5',
    'alB2C3D4E5',
    'A1B2\u200bC3D4E5',
    'https://duo.example/?ref=A1B2C3D4E5',
    'https://duo.example/pt?utm_source=x&REF=a1b2c3d4e5&b=c#top',
    'Join me on Duo: https://duo.example/?ref=A1B2C3D4E5!\nSee you there',
    '?ref=A1B2C3D4E5.',
  ],
])('the code in %j is read as A1B2C3D4E5', (given) => expect(repairCode(given)).toBe('A1B2C3D4E5'))

test('letters that no code has are read as those that look like them', () => expect(repairCode('OoIiLlUu')).toBe('001111VV'))

test.each(['', ' ', '...', '?ref=', '%20'])('%j contains no code', (given) => expect(repairCode(given)).toBe(''))

test.each([
  ['?ref=abc', 'ABC'],
  ['?REF=abc.', 'ABC'],
  ['?utm_source=x&Ref=ABC%20&fbclid=y', 'ABC'],
  ['?ref=ABC&ref=DEF', 'ABC'],
  ['?ref=&ref=DEF', 'DEF'],
  ['?ref=AB%20CD', 'AB CD'],
  [`?ref=${'A'.repeat(100)}`, 'A'.repeat(64)],
  ['?ref%3DABC', 'ABC'],
  ['?ref=%00', undefined],
  ['?ref=ABC%0A', 'ABC'],
  ['?ref=%09ABC%0D%0A', 'ABC'],
  ['?ref=AB%0AC', undefined],
  ['?refer=ABC', undefined],
])('the address %s has the code %j', (query, code) => expect(codeInQuery(new URLSearchParams(query))).toBe(code))
