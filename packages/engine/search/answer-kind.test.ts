import { expect, test } from 'vitest'
import { ageIn, answerKind, holdsKind } from './answer-kind.ts'

test.each([
  ['where was that?', 'en', '?where'],
  ['how old were you then', 'en', '?old'],
  ['did you cry when he died', 'en', null],
  ['what did people say about it?', 'en', '?reaction'],
  ['were you ever afraid?', 'en', '?fear'],
  ['would you do it all again', 'en', '?again'],
  ['who was better honestly', 'en', '?better'],
  ['e isso foi onde?', 'pt', '?where'],
  ['quantos anos durou isso', 'pt', '?long'],
  ['quantos anos vc tinha?', 'pt', '?old'],
  ['e o povo falava oq?', 'pt', '?reaction'],
  ['valeu a pena?', 'pt', '?worth'],
  ['do que vc sente falta?', 'pt', '?miss'],
] as const)('“%s” (%s) asks for %s', (question, language, kind) => {
  expect(answerKind(question, language)).toBe(kind)
})

const note = { key: 'lamp', place: 0, title: '', text: '', source: '', terms: [], questions: [], facts: [] }
const fact = (text: string, asks: string[] = []) => ({ note, fact: { text, asks, followUps: [] } })

test('a place answers where, whether by its form or by a wording; a nuisance does not', () => {
  expect(holdsKind(fact('It stood in Scutari.'), '?where', 'en')).toBe(true)
  expect(holdsKind(fact('By the sea.', ['where did it stand']), '?where', 'en')).toBe(true)
  expect(holdsKind(fact('For explaining drains it was a nuisance.'), '?where', 'en')).toBe(false)
})

test('only a wording makes a passage an answer to an everyday question', () => {
  expect(holdsKind(fact('I feared a king.', ['were you ever afraid']), '?fear', 'en')).toBe(true)
  expect(holdsKind(fact('I was afraid of nothing.'), '?fear', 'en')).toBe(false)
})

test.each([
  ['In 1855 the newspapers made an engraving.', '1820–1910, London', { year: 1855, age: 35 }],
  ['The year 1700 is too early.', '1820–1910, London', null],
  ['In 506 BC Wu broke Chu.', 'By tradition, 6th century BC', null],
])('the age in “%s” (%s)', (text, lived, age) => {
  expect(ageIn(text, lived)).toEqual(age)
})
