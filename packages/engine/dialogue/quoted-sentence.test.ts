import { expect, test } from 'vitest'
import type { AnswerKind } from '../search/answer-kind.ts'
import { sentenceFor } from './quoted-sentence.ts'

const note = {
  key: 'patent',
  place: 0,
  title: 'Why we took no patent',
  text: 'We published the method without reserve. Pierre and I agreed in a few minutes. Industry made radium. She was warned. Irène Dupont repeated the measurement in Paris. I mistrust those who sell it.',
  source: '',
  terms: [],
  questions: [],
  facts: [],
}
const names = new Map([['irene', 'Irène']])
const found = (question: string, kind: AnswerKind | null) => sentenceFor(note, question, { kind, names, language: 'en' })

test.each<[question: string, kind: AnswerKind | null, text: RegExp]>([
  ['and did Pierre agree?', null, /^Pierre and I agreed/],
  ['who repeated it', '?who', /^Irène Dupont repeated/],
  ['why was she warned', '?why', /^Industry made radium\. She was warned\.$/],
  ['where', '?where', /in Paris/],
])('“%s” is answered by the sentence of the note just told', (question, kind, text) => {
  expect(found(question, kind)?.text).toMatch(text)
})

test('a name at the beginning of a sentence is a person for “who?”', () => {
  expect(found('who', '?who')).toMatchObject({ isSought: true, share: 0 })
})

test('a question with no word and no kind has no sentence', () => {
  expect(found('hm', null)).toBeNull()
})

test('the best sentence comes with the one after it, unless none fits', () => {
  const sentence = (question: string) => sentenceFor({ ...note, text: life }, question, { kind: null, language: 'en' })
  const life = 'I was born in Warsaw. Mr. Dupont taught me. We had no money at all. I left in 1891, because Paris took women.'
  expect(sentence('did you have money')?.text).toMatch(/^We had no money at all\. I left/)
  expect(sentence('do you play tennis')).toBeNull()
})
