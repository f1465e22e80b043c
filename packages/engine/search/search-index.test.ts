import { expect, test } from 'vitest'
import { searchIndex } from './search-index.ts'

const english = searchIndex(
  [
    { text: 'I was born in Warsaw in 1867.', wordings: ['where were you born', 'what is your place of birth'] },
    { text: 'Radium shines in the dark and burns the skin.', wordings: ['is radium dangerous', 'did radium harm you'] },
    { text: 'I never married again.', wordings: ['did you marry again', 'were you a widow for long'] },
  ],
  'en',
)
const best = (scores: Float32Array) => scores.indexOf(Math.max(...scores))

test.each([
  ['where were you born', 0],
  ['whats your birthplace', 0],
  ['is radum dangerous?', 1],
  ['which metal shines', 1],
  ['ever remarried?', 2],
])('“%s” finds passage %i', (message, passage) => {
  const scores = english.score(message)
  expect(best(scores)).toBe(passage)
  expect(scores[passage]).toBeGreaterThan(0)
})

test('a wording itself scores 1, an unknown subject nearly nothing', () => {
  expect(english.score('Is radium dangerous?')[1]).toBeCloseTo(1)
  expect(Math.max(...english.score('how do I bake a cake'))).toBeLessThan(0.2)
})

test('words that narrow a question a little count less than its subject', () => {
  const scores = searchIndex(
    [
      { text: 'The best things in life.', wordings: ['what are the best things'] },
      { text: 'Wine from the hills.', wordings: ['which wine do you like'] },
    ],
    'en',
  ).score('what is the best wine')
  expect(best(scores)).toBe(1)
})

test('finds Portuguese wordings by their stems and kinds of question', () => {
  const scores = searchIndex(
    [
      { text: 'Nasci em Salvador.', wordings: ['onde você nasceu'] },
      { text: 'Morri em 1882.', wordings: ['quando você morreu', 'data da morte'] },
    ],
    'pt',
  )
  expect(best(scores.score('em que lugar foi o seu nascimento?'))).toBe(0)
  expect(best(scores.score('em que ano vc morreu'))).toBe(1)
})

test('many wordings of a topic that are a little like the message outweigh one that is a little more like it', () => {
  const words = ['hungry', 'cold', 'afraid', 'tired']
  const many = words.flatMap((word) => [`were you ${word}`, `who was ${word} there`, `${word} in those days`, `feeling ${word}`])
  const scoresWith = (topics: readonly (number | undefined)[]) =>
    searchIndex(
      [many, ['a cold, tired and hungry horse']].map((wordings, item) => ({ text: '', wordings, topic: topics[item] })),
      'en',
    ).score('hungry, cold, afraid and tired')
  expect(best(scoresWith([undefined, undefined]))).toBe(1)
  expect(best(scoresWith([0, 1]))).toBe(0)
})
