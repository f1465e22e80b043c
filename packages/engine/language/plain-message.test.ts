import { expect, test } from 'vitest'
import { findSum } from '../intent/arithmetic.ts'
import { foreignLanguage } from './foreign-language.ts'
import { messageWords, splitQuestions } from './plain-message.ts'
import { namesIn, properNames, withNames } from './proper-names.ts'
import { stem } from './stemmer.ts'

test.each([
  ['pq vc n veio?', 'por que voce n veio'],
  ['wat did u do', 'what did you do'],
  ['what is **deception**?', 'what is deception'],
  ['see [this note](https://example.org)', 'see this note'],
  ['q: who are u', 'question who are you'],
  ['q vc acha', 'que voce acha'],
])('normalizes “%s” to “%s”', (message, words) => {
  expect(messageWords(message).join(' ')).toBe(words)
})

test.each([
  ['Who was your father?', ['Who was your father?']],
  ['Who was your father? When did he die?', ['Who was your father?', 'When did he die?']],
  ['When were you born and who were your parents?', ['When were you born', 'who were your parents?']],
  ['Quem te ensinou piano e com quantos anos você casou?', ['Quem te ensinou piano', 'com quantos anos você casou?']],
  ['How and why did you go?', ['How and why did you go?']],
  ['Hi Ada! Who was your father?', ['Who was your father?']],
  ['', ['']],
])('splits %j into %j', (message, questions) => {
  expect(splitQuestions(message)).toEqual(questions)
})

test('keeps the last three of many questions, and only the final question of a story', () => {
  expect(
    splitQuestions('Where? Who was there with you? What did you eat there? Why did you leave? When did you return home?'),
  ).toEqual(['What did you eat there?', 'Why did you leave?', 'When did you return home?'])
  const story = `${'My grandmother told me about the war and the cold wards. '.repeat(4)}Why did the men die?`
  expect(splitQuestions(story)).toEqual(['Why did the men die?'])
})

test.each([
  ['2+2', 'en', '4'],
  ['what is 12 times 12?', 'en', '144'],
  ['quanto é 7 x 8?', 'pt', '56'],
  ['2 + 3 * (4 - 1) ^ 2', 'en', '29'],
  ['-3 - -3', 'en', '0'],
  ['10 / 4', 'pt', '2,5'],
  ['1,5 + 1', 'pt', '2,5'],
  ['1,000 + 1', 'en', '1001'],
  ['15% de 200', 'pt', '30'],
  ['1/0', 'en', 'none'],
  ['99', 'en', 'none'],
  ['2+', 'en', 'none'],
  ['9**9**9**9', 'en', 'none'],
  ['(((((', 'en', null],
  ['what happened in 1843?', 'en', null],
  ['was it 2 or 3?', 'en', null],
] as const)('“%s” (%s) evaluates to %s', (message, language, result) => {
  expect(findSum(message, language)).toBe(result)
})

test.each([
  ['Bonjour, qui êtes-vous ?', /anglais/],
  ['¿Dónde naciste?', /inglés/],
  ['Wer war dein Vater?', /Englisch/],
  ['Ciao, chi sei?', /inglese/],
  ['Quel âge aviez-vous ?', /anglais/],
  ['Wie alt warst du?', /Englisch/],
  ['あなたは何を描きましたか？', /英語/],
  ['何时出生？', /英文/],
  ['몇 살이에요?', /영어/],
  ['ماذا رسمت؟', /بالإنجليزية/],
  ['Когда вы родились?', /английском/],
  ['Όχι, ποιος είσαι;', /αγγλικά/],
  ['आप कौन हैं?', /अंग्रेज़ी/],
  ['คุณเกิดเมื่อไร', /^$/],
  ['What does the sign 道 mean to you?', null],
  ['ñ sei', null],
  ['π?', null],
  ['Who was your father?', null],
  ['Quem foi o seu pai?', null],
  ['e as suas obras?', null],
  ['Tell me about “Les Demoiselles”', null],
])('answers “%s” in its own language if that is unsupported: %s', (message, expected) => {
  const sentence = foreignLanguage(message, message.split(' ').length / 2)
  if (expected) expect(sentence).toMatch(expected)
  else expect(sentence).toBeNull()
})

test.each([
  ['nasceu', 'nascimento', 'pt'],
  ['viveu', 'viver', 'pt'],
  ['invented', 'inventions', 'en'],
  ['travels', 'travelled', 'en'],
  ['married', 'marriage', 'en'],
] as const)('%s and %s share a stem', (one, other, language) => {
  const [short = '', long = ''] = [stem(one, language), stem(other, language)].toSorted((a, b) => a.length - b.length)
  expect(long.startsWith(short.slice(0, 5))).toBe(true)
})

test('restores the capitals of names, but not of words that also occur in lower case', () => {
  const names = properNames(
    [{ text: 'In Milan I met Pacioli. The War of Milan was a war. I painted the Last Supper, my last.', terms: ['Mona Lisa'] }],
    'en',
  )
  expect(withNames('did you know pacioli in milan, and was there a war?', names)).toBe(
    'did you know Pacioli in Milan, and was there a war?',
  )
  expect(withNames('who was the mona lisa?', names)).toBe('who was the Mona Lisa?')
  expect(withNames('was the last supper your last?', names)).toBe('was the Last Supper your last?')
  expect(namesIn('Did you know Albert Einstein?')).toEqual(['Albert', 'Einstein'])
})

test('restores the accents and particles of Portuguese names', () => {
  const names = properNames(
    [{ text: 'Escrevi “Brás Cubas” e vivi em São Paulo, na Academia Brasileira de Letras.', terms: [] }],
    'pt',
  )
  expect(withNames('quais são as ideias de bras cubas na academia brasileira de letras?', names)).toBe(
    'quais são as ideias de Brás Cubas na Academia Brasileira de Letras?',
  )
})
