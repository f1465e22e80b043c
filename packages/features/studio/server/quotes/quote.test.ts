import { parseQuery } from '@duo/engine/search/search-query.ts'
import { placedText } from '@duo/reader/passages/marks.ts'
import { expect, test } from 'vitest'
import type { SearchHit } from '../../schema.ts'
import { quotation } from './markdown.ts'
import { quotesFrom } from './quote.ts'

interface Part {
  text: string
  headings?: string[]
  before?: string
  line?: number
}

/** A passage that was found, of parts with their headings. */
const hit = (parts: Part[], score = 0.8): SearchHit => ({
  id: 'a',
  place: 0,
  documentId: 'd',
  documentName: 'manual.md',
  question: null,
  language: 'en',
  score,
  isUsed: true,
  words: [],
  phrases: [],
  alike: [],
  ...placedText(
    parts.map(({ headings = [], before = '\n\n', line = 1, text }) => ({
      text,
      before,
      headings,
      line,
      page: null,
      second: null,
    })),
  ),
})
const quote = (question: string, hits: SearchHit[], spoken = '') => quotesFrom(parseQuery(question), hits, 10, spoken)
const texts = (question: string, ...hits: SearchHit[]) => quote(question, hits).map(({ text }) => text)

const procedure = (number: number, text: string, score?: number) => hit([{ text, headings: [`Procedure ${number}`] }], score)

test('a passage under the heading of another number does not join one under the number in the question', () => {
  const right = procedure(27, 'For procedure 27 use the key of 8 mm. Tighten to 44 Nm.', 0.9)
  const other = procedure(279, 'Procedure: use the key. Tighten to 27 Nm. Wait for 27 minutes.', 0.9)
  expect(texts('Which key is for procedure 27?', right, other)).toEqual([right.text])
})

test('a second passage joins if it answers as well, and not if it only has some of the words', () => {
  const first = procedure(1, 'The red key opens the cellar door.')
  expect(
    texts('Which key opens the cellar door?', first, procedure(2, 'A spare key opens the cellar door as well.')),
  ).toHaveLength(2)
  expect(texts('Which key opens the cellar door?', first, procedure(2, 'The attic has a key.'))).toEqual([first.text])
})

test('a quotation stays within its section, and leaves the heading out', () => {
  const passage = hit([
    { text: 'Rye is dark and heavy.', headings: ['Rye'] },
    { text: 'Wheat', headings: ['Wheat'] },
    { text: 'Wheat is light. It rises fast.', headings: ['Wheat'] },
    { text: 'Spelt', headings: ['Spelt'] },
    { text: 'Spelt is old.', headings: ['Spelt'] },
  ])
  const [found] = quote('How light is wheat?', [passage])
  expect(found).toMatchObject({ text: 'Wheat is light. It rises fast.', place: { headings: ['Wheat'] } })
})

const rows = hit([
  { text: 'Item: Honey of heather; Price: 6.20', line: 2 },
  { text: 'Item: Guided visit; Price: 12.00', line: 3 },
  { text: 'Item: Course; Price: 145.00', line: 4 },
  { text: 'Item: Honey of chestnut; Price: 8.50', line: 5 },
])

test('of a table, only the row that answers is quoted', () => {
  expect(quote('How much is a guided visit?', [rows])).toMatchObject([
    { text: 'Item: Guided visit; Price: 12.00', place: { line: 3 } },
  ])
  const printed = hit([
    { text: 'Service | Price' },
    { text: 'Painting | 140', before: '\n' },
    { text: 'Washing | 9', before: '\n' },
  ])
  expect(texts('What is the price of washing?', printed)).toEqual(['Washing | 9'])
})

test('a list is quoted with what announces it', () => {
  const list = hit([
    { text: 'For the dough you need:' },
    { text: '• rye flour\n• water' },
    { text: `More. ${'It goes on. '.repeat(40)}` },
  ])
  expect(texts('How much rye flour is used?', list)[0]).toMatch(/^For the dough you need:\n\n• rye flour\n• water/)
})

test('what was spoken before is left out, and the rest is a part of the passage', () => {
  const passage = hit([{ text: 'Rye is dark. Rye is heavy. Rye is sour. Rye is cheap.' }])
  expect(quote('What is rye?', [passage], 'Rye is dark. Rye is heavy.').map(({ text }) => text)).toEqual([
    'Rye is sour. Rye is cheap.',
  ])
  expect(quote('What is rye?', [passage], passage.text)).toEqual([])
})

test('a quotation keeps its lines and paragraphs, and its marks are letters', () => {
  expect(quotation('One [1]\n1. Two\n- Three\n\nFour | five')).toBe(
    '> One \\[1\\]  \n> 1\\. Two  \n> \\- Three\n>\n> Four \\| five',
  )
})
