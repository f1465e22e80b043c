import { expect, test } from 'vitest'
import { completeSentences, isBorneOut } from './support.ts'

const cited = ['The class is on Monday in March and costs 50 euros. It takes sixteen minutes. Ask Marcelo Dias. 1,500 grams.']
const borne = (sentence: string, checksNames = true) => isBorneOut(sentence, { cited, known: 'Marina', checksNames })

test.each([
  'It costs 50 € and is on Mondays.[1]',
  'It takes 16 minutes.[1]',
  'Custa 50 euros, na segunda-feira, em março.[1]',
  '1. Ask Marcelo for 1500 grams.[1]',
  'Marina says so.',
])('“%s” is borne out', (sentence) => expect(borne(sentence)).toBe(true))

test.each([
  'It costs 40 €.[1]',
  'It costs $50.[1]',
  'It is 50 %.[1]',
  'It is on Tuesday.[1]',
  'É em janeiro.[1]',
  'É na terça-feira.[1]',
  'It takes seventeen minutes.[1]',
  'Take ½ of it.[1]',
  'Ask Dr. Silva.[1]',
  'Ask the teacher (Silva).[1]',
])('“%s” is not borne out', (sentence) => expect(borne(sentence)).toBe(false))

test('general knowledge may name what no passage has', () => {
  expect(borne('Ask in Paris.', false)).toBe(true)
  expect(borne('Ask in 1990.', false)).toBe(false)
})

test('a list’s numbers and abbreviations end no sentence', () => {
  const { sentences, rest } = completeSentences('1. Mix it, e.g. by hand.[1] Then wait. And')
  expect(sentences.map((one) => one.trim())).toEqual(['1. Mix it, e.g. by hand.[1]', 'Then wait.'])
  expect(rest).toBe('And')
})
