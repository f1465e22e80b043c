import { expect, test } from 'vitest'
import { bareKinds, type IndexedNote, questionIndex } from './question-index.ts'

const note = (key: string, questions: string[], terms: string[] = []): IndexedNote => ({ key, title: key, terms, questions })
const notes = [
  note('birth', ['when were you born', 'where were you born'], ['childhood', 'London']),
  note('death', ['how did you die', 'what did you die of'], ['illness', 'London']),
  note('babbage', ['how did you meet babbage', 'were you friends with babbage'], ['friend', 'engine']),
  note('engine', ['what is the analytical engine', 'how does the engine work'], ['machine', 'cards']),
  ...Array.from({ length: 12 }, (_, i) => note(`other${i}`, [`what about subject${i}`])),
]
const index = questionIndex(notes, 'en')
const best = (question: string) =>
  [...index.match(question.toLowerCase().replace(/[?,]/g, '').split(' '))].toSorted((a, b) => b[1] - a[1])[0]

test.each([
  ['when did you die', 'death'],
  ['who killed you', 'death'],
  ['in what year were you born', 'birth'],
  ['how was it that you met babbage', 'babbage'],
  ['explain the analitical engine', 'engine'],
])('“%s” is nearest to %s', (question, key) => {
  expect(best(question)?.[0]).toBe(key)
})

test('a paraphrase is nearer than a question that only shares a word', () => {
  expect(best('when were you born')?.[1]).toBe(1)
  const other = best('when did the first railway to manchester open')?.[1] ?? 0
  expect(other).toBeLessThan(0.5)
})

test('a word whose nearest word is a stop word of a stored question has no weight', () => {
  const advice = questionIndex([...notes, note('advice', ['what should a beginner of mathematics read'])], 'en')
  expect(advice.match(['why', 'shouldn', 't', 'the', 'engine', 'work']).get('engine')).toBeGreaterThan(0.5)
})

test('bare question words and messages with little content match no question', () => {
  expect(best('how long')).toBeUndefined()
  expect(best('what do you like')).toBeUndefined()
  expect(bareKinds(['how', 'long'], 'en')).toEqual(['?long'])
  expect(bareKinds(['how', 'long', 'was', 'the', 'voyage'], 'en')).toBeNull()
})

test('lists notes with shared words as related, nearest first, without the note itself', () => {
  const near = index.near(['birth'])
  expect(near[0]).toBe('death')
  expect(near).not.toContain('birth')
})
