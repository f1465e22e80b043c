import { expect, test } from 'vitest'
import { offerTopic, pickUnusedPhrase, quoteTopic } from './phrasing.ts'

test('inserts a topic into a phrase without a second question mark', () => {
  expect(offerTopic('Que tal “{topic}”?', 'A máquina pode criar algo novo?')).toBe('Que tal “A máquina pode criar algo novo?”')
  expect(offerTopic('Que tal “{topic}”?', 'Os cartões')).toBe('Que tal “Os cartões”?')
  expect(offerTopic('I can speak of “{topic}”.', 'Can it think?')).toBe('I can speak of “Can it think?”.')
})

test('turns quotation marks inside a topic into single ones', () => {
  expect(quoteTopic('On “Note G”')).toBe('On ‘Note G’')
})

test('repeats a phrase only after all have been used', () => {
  const phrases = ['One “{topic}”?', 'Two “{topic}”?']
  expect(pickUnusedPhrase(phrases, 'One “cards”?', 0)).toBe('Two “{topic}”?')
  expect(pickUnusedPhrase(phrases, 'One “cards”? Two “cards”?', 1)).toBe('Two “{topic}”?')
})
