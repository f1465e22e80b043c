import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'
import { expect, test } from 'vitest'
import { parseSearchTerms } from './search-terms.ts'

test('accents, capitals, punctuation and markup signs are no part of a word', () => {
  expect(plainWords('Ação: “É você?” 2.0 (e-mail) & ÇÃ')).toEqual(['acao', 'e', 'voce', '2', '0', 'e', 'mail', 'ca'])
})

test.each([
  [['monetização', 'monetizações', 'monetizacao', 'MONETIZAÇÕES', 'monetizacoes'], 'monetização'],
  [['decisão', 'decisões', 'decisao', 'decisoes'], 'decisao'],
  [['profissional', 'profissionais'], 'profissional'],
  [['possível', 'possíveis', 'possiveis'], 'possivel'],
  // short words are left alone: these are no plurals
  [['mais'], 'mais'],
  [['seis'], 'seis'],
])('in Portuguese %s are one word to the stemmer', (words, one) => {
  expect(words.flatMap((word) => searchWords(word, 'pt'))).toEqual(words.map(() => one))
})

test('in English nothing is put back', () => {
  expect(searchWords('Cacao shoes, café', 'en')).toEqual(['cacao', 'shoes', 'cafe'])
})

test('the last word may be only begun; without a word there is no question; a long one is cut', () => {
  expect(parseSearchTerms(' Preço  criação ')).toEqual({
    words: { en: ['preco', 'criacao'], pt: ['preco', 'criação'] },
    lastPrefix: 'criacao',
  })
  expect(parseSearchTerms(" ' & | ! :* <-> ")).toBeNull()
  expect(parseSearchTerms('a '.repeat(50))?.words.en).toHaveLength(12)
})
