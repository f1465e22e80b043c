import { expect, test } from 'vitest'
import { questionsIn } from './model-questions.ts'
import { questionOf } from './passage-questions.ts'

test.each([
  ['To keep the crust crisp, store the loaf in paper.', 'en', 'How do I keep the crust crisp?'],
  ['It is late. If you forget the salt, knead it in later.', 'en', 'What if you forget the salt?'],
  ['A levain is a mixture of flour and water.', 'en', 'What is levain?'],
  ['Para guardar o pão, use um saco de papel.', 'pt', 'Como guardar o pão?'],
  ['Se você esquecer o sal, junte depois.', 'pt', 'E se você esquecer o sal?'],
  ['O levain é uma mistura de farinha e água.', 'pt', 'O que é levain?'],
] as const)('“%s” replies to a question', (text, language, question) => {
  expect(questionOf(text, language)).toBe(question)
})

test.each(['This is a test.', 'It is a mixture.', 'Bread, butter, salt.'])('“%s” makes no question', (text) => {
  expect(questionOf(text, 'en')).toBeNull()
})

test('of a model’s text only the questions are taken', () => {
  const text = 'Here you are:\n1. How long does it keep?[1]\n- Is it sour? [2]\n\nThat is all.'
  expect(questionsIn(text)).toEqual(['How long does it keep?', 'Is it sour?'])
})
