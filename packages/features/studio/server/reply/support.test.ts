import { expect, test } from 'vitest'
import { claimsItsOwn, completeSentences, isBorneOut } from './support.ts'

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

const bread = ['Feed the starter every morning with equal parts of flour and water. Cold dough that doubled is not lost.']
const pao = ['Alimente o fermento toda manhã com partes iguais de farinha e água. Massa fria que dobrou não está perdida.']

test.each([
  ['Parking is included for life.', bread, 'en'],
  ['Refunds are free.', bread, 'en'],
  ['O estacionamento é gratuito.', pao, 'pt'],
] as const)('“%s” needs a citation', (sentence, texts, language) =>
  expect(claimsItsOwn(sentence, { texts, language })).toBe(true),
)

test.each([
  ['Great question! I hope that helps.', bread, 'en'],
  ['Here are the steps:', bread, 'en'],
  ['You feed it each morning with water.', bread, 'en'],
  ['Espero ter ajudado!', pao, 'pt'],
  ['A massa que dobrou não se perdeu.', pao, 'pt'],
] as const)('“%s” needs none', (sentence, texts, language) => expect(claimsItsOwn(sentence, { texts, language })).toBe(false))
