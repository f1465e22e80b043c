import { describe, expect, test } from 'vitest'
import { emailMaxLength, hasForeignName, normalizeEmail } from './email.ts'

describe('normalizeEmail', () => {
  test.each([
    ['  Ana.Souza@Example.COM ', 'ana.souza@example.com'],
    ["o'brien+duo@mail.example.co.uk", "o'brien+duo@mail.example.co.uk"],
    ['ana@müller.de', 'ana@xn--mller-kva.de'],
    ['ana@exemplo.中国', 'ana@exemplo.xn--fiqs8s'],
    ['ana@example.com.', 'ana@example.com'],
    ['ana@example.com. ', 'ana@example.com'],
    ['ana@example.com,', 'ana@example.com'],
    ['Ana Souza <ana@example.com>', 'ana@example.com'],
    ['"Souza, Ana" <ana@example.com>', 'ana@example.com'],
    ['ana@example.com <ana@example.com>', 'ana@example.com'],
    ['<ana@example.com>', 'ana@example.com'],
    ['(ana@example.com)', 'ana@example.com'],
    ['mailto:ana@example.com', 'ana@example.com'],
    ['an\u200ba@exam\u00adple.com', 'ana@example.com'],
    ['ana @ example.com', 'ana@example.com'],
    ['ana@example .com', 'ana@example.com'],
    ['ana@example. com.br', 'ana@example.com.br'],
    ['MAILTO:ana@example.com?subject=Hi', 'ana@example.com'],
    ['\u00a0ana@example.com\u200e', 'ana@example.com'],
    ['\u202aana@example.com\u202c', 'ana@example.com'],
    ['\ufeffana@example.com.\u200b', 'ana@example.com'],
    ['ana＠example.com', 'ana@example.com'],
    ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
    ['ana@example。com', 'ana@example.com'],
    ['E-mail: ana@example.com', 'ana@example.com'],
    ['email:ana@example.com', 'ana@example.com'],
    ['"ana"@example.com', 'ana@example.com'],
  ])('%j is stored as %j', (typed, stored) => expect(normalizeEmail(typed)).toBe(stored))

  test.each([
    '',
    '   ',
    'ana',
    '@example.com',
    'ana@',
    'ana@example',
    'ana@@example.com',
    'ana b@example.com',
    'bob@example.org <ana@example.com>',
    'ana@example.com, bob@example.com',
    'ana@example.com bob@example.com',
    'Ana <ana@example.com> <bob@example.com>',
    'mailto:',
    'ana@exam ple.com',
    'ana@example.com. Thanks',
    'ana@example..com',
    '.ana@example.com',
    'ana.@example.com',
    'an..a@example.com',
    'ana@-example.com',
    'ana@127.0.0.1',
    'ana@example.com:25',
    'ana@example.com/x',
    'ana@[::1]',
    'anä@example.com',
    'аna@example.com', // the first letter is Cyrillic
    'ana\u202e@example.com',
    'ana\u0000@example.com',
    'ana\r\nBcc: x@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(64)}.com`,
  ])('%j is not an address', (typed) => expect(normalizeEmail(typed)).toBeNull())

  test(`accepts ${emailMaxLength} characters but not one more`, () => {
    const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(57)}.com`
    const longest = `${'x'.repeat(emailMaxLength - host.length - 1)}@${host}`
    expect(longest).toHaveLength(emailMaxLength)
    expect(normalizeEmail(longest)).toBe(longest)
    expect(normalizeEmail(`x${longest}`)).toBeNull()
  })

  test('processes extremely long input quickly', () => {
    const started = performance.now()
    expect(normalizeEmail(`${'a.'.repeat(500_000)}@${'b.'.repeat(500_000)}`)).toBeNull()
    expect(performance.now() - started).toBeLessThan(500)
  })
})

test.each([
  ['ана@почта.рф', true],
  ['用户@例子.公司', true],
  ['zoë@example.com', true],
  ['ana@почта.рф', false],
  ['ana@example', false],
  ['ана@почта', false],
  ['@почта.рф', false],
  ['', false],
])('whether only the name of %j is foreign: %s', (email, isForeign) => expect(hasForeignName(email)).toBe(isForeign))
