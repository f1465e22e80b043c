import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'
import { expect, test } from 'vitest'
import { parseSearchTerms } from './search-terms.ts'

test('accents, capitals, punctuation and markup are not part of a word', () => {
  expect(plainWords('Ação: “É você?” 2.0 (e-mail) & ÇÃ')).toEqual(['acao', 'e', 'voce', '2', '0', 'e', 'mail', 'ca'])
})

test.each([
  [['monetização', 'monetizações', 'monetizacao', 'MONETIZAÇÕES', 'monetizacoes'], 'monetização'],
  [['decisão', 'decisões', 'decisao', 'decisoes'], 'decisao'],
  [['profissional', 'profissionais'], 'profissional'],
  [['possível', 'possíveis', 'possiveis'], 'possivel'],
  // short words stay unchanged: these are not plurals
  [['mais'], 'mais'],
  [['seis'], 'seis'],
])('in Portuguese %s reach the stemmer as one word', (words, one) => {
  expect(words.flatMap((word) => searchWords(word, 'pt'))).toEqual(words.map(() => one))
})

test('in English no accents are restored', () => {
  expect(searchWords('Cacao shoes, café', 'en')).toEqual(['cacao', 'shoes', 'cafe'])
})

test('keeps the last word as a prefix, returns null without a word and limits the number of words', () => {
  expect(parseSearchTerms(' Preço  criação ')).toEqual({
    words: { en: ['preco', 'criacao'], pt: ['preco', 'criação'] },
    lastPrefix: 'criacao',
  })
  expect(parseSearchTerms(" ' & | ! :* <-> ")).toBeNull()
  expect(parseSearchTerms('a '.repeat(50))?.words.en).toHaveLength(12)
})
