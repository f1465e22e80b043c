import { expect, test } from 'vitest'
import { encodingFaults, formatFaults } from './file-faults.ts'

const faultsOf = (source: string) => formatFaults('en/a.md', encodingFaults(source))

test('names line and column of every control character, whatever stands before it', () => {
  expect(faultsOf('a\u0001\n\r\n👩‍🚀\u000Bb\u001B\u0085')).toEqual([
    'en/a.md:1:2: file: has the control character U+0001: remove it',
    'en/a.md:3:4: file: has the control character U+000B: remove it',
    'en/a.md:3:6: file: has the control character U+001B: remove it',
    'en/a.md:3:7: file: has the control character U+0085: remove it',
  ])
  expect(faultsOf('\uFFFE')).toEqual(['en/a.md:1:1: file: has the control character U+FFFE: remove it'])
})

test('refuses every character that XML 1.0 cannot contain', () => {
  const refused = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (one) => one.isWellFormed() && !/[\t\n\r -\uD7FF\uE000-\uFFFD]/.test(one),
  )
  expect(refused.length).toBeGreaterThan(29)
  for (const one of refused) expect(faultsOf(`x${one}`), JSON.stringify(one)).toHaveLength(1)
})

test('accepts tabs, line breaks, emoji and all scripts', () => {
  expect(faultsOf('\uFEFFOlá\t“ß”\r\nمحمد 李小龍 👩‍🚀 🇧🇷\u2028')).toEqual([])
})
