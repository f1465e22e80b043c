import { expect, test } from 'vitest'
import { splitSentences } from '../language/sentences.ts'
import { sentenceOfKind } from '../search/answer-kind.ts'
import { companionSentence } from './passage-extraction.ts'

const text = 'I was born in Warsaw. Mr. Dupont taught me. We had no money at all. I left in 1891, because Paris took women.'

test('splits sentences, but not after an initial', () => {
  expect(splitSentences('I met J. S. Bach. He played.')).toEqual(['I met J. S. Bach.', 'He played.'])
})

test.each([
  ['?why', 'I left in 1891, because Paris took women.'],
  ['?where', 'I was born in Warsaw.'],
  [undefined, null],
])('a question of kind %j gets the sentence of that form', (kind, sentence) => {
  expect(sentenceOfKind(text, kind)).toBe(sentence)
})

test('a fact is followed by a sentence of its note that does not repeat it', () => {
  const note =
    'I refused the prize money because it was too little. My sister Bronia sent money for the journey and the room instead.'
  expect(companionSentence('I refused the prize money: it was too little.', note)).toMatch(/^My sister Bronia/)
  expect(
    companionSentence('I refused the prize money: it was too little.', 'I refused the prize money because too little.'),
  ).toBeNull()
})
