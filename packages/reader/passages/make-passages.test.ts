import { expect, test } from 'vitest'
import type { SourceBlock } from '../document.ts'
import { makePassages } from './make-passages.ts'
import { placeAt } from './marks.ts'
import { duplicateFinder } from './near-duplicates.ts'

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, place) => `Sentence ${place} of ${word} has exactly ten words in its line.`).join(' ')
const block = (text: string, more: Partial<SourceBlock> = {}): SourceBlock => ({
  text,
  headings: ['One'],
  page: null,
  second: null,
  line: null,
  ...more,
})
const passagesOf = (blocks: SourceBlock[]) => {
  const maker = makePassages()
  return [...blocks.flatMap(maker.add), ...maker.end()]
}
const count = (text: string) => text.split(/\s+/).length

test('passages have 80 to 200 words and end with a sentence', () => {
  const passages = passagesOf([block(sentences(95, 'bread')), block(sentences(3, 'salt'))])
  expect(passages.map(({ text }) => count(text)).every((words) => words >= 80 && words <= 200)).toBe(true)
  expect(passages.every(({ text }) => text.endsWith('.'))).toBe(true)
  expect(
    passages
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
  ).toBe(`${sentences(95, 'bread')} ${sentences(3, 'salt')}`)
})

test('a chapter ends a passage, a short section does not and keeps its heading', () => {
  const passages = passagesOf([
    block('Rye is dark.', { headings: ['One', 'Rye'] }),
    block('Wheat is light.', { headings: ['One', 'Wheat'] }),
    block('Salt is white.', { headings: ['Two'] }),
  ])
  expect(passages.map(({ headings, text }) => [headings, text])).toEqual([
    [['One', 'Rye'], 'Rye is dark.\n\nWheat\n\nWheat is light.'],
    [['Two'], 'Salt is white.'],
  ])
})

test('a passage knows its first and its last page', () => {
  const passages = passagesOf([block(sentences(5, 'a'), { page: 3 }), block(sentences(5, 'b'), { page: 4 })])
  expect(passages).toMatchObject([{ page: 3, lastPage: 4 }])
  expect(passagesOf([block('Rye.', { page: 3 })])).toMatchObject([{ page: 3, lastPage: null }])
})

test('each of its sentences has a place of its own', () => {
  const [passage] = passagesOf([
    block('Rye is dark. It is heavy.', { headings: ['One', 'Rye'], page: 3, line: 5 }),
    block('Wheat is light.', { headings: ['One', 'Wheat'], page: 4, line: 9 }),
    block('Spelt is old.', { headings: ['One', 'Wheat'], page: 4, line: 9 }),
  ])
  if (!passage) throw new Error('no passage')
  const placeOf = (text: string) => placeAt(passage, passage.text.indexOf(text))
  const rye = { headings: ['One', 'Rye'], page: 3, second: null, line: 5 }
  const wheat = { headings: ['One', 'Wheat'], page: 4, second: null, line: 9 }
  expect(placeOf('It is heavy')).toEqual(rye)
  expect(placeOf('Wheat\n')).toEqual(wheat)
  expect(placeOf('Spelt')).toEqual(wheat)
  expect(passage.marks).toHaveLength(1)
})

test('passages prefer to end with a page', () => {
  const passages = passagesOf([block(sentences(12, 'a'), { page: 3 }), block(sentences(20, 'b'), { page: 4 })])
  expect(passages[0]).toMatchObject({ text: sentences(12, 'a'), page: 3, lastPage: null })
})

test('a sentence is cut only if it is longer than a passage', () => {
  const endless = Array.from({ length: 500 }, (_, place) => `word${place}`).join(' ')
  const passages = passagesOf([block(endless)])
  expect(passages.every(({ text }) => count(text) <= 200)).toBe(true)
  expect(passages.map(({ text }) => text).join(' ')).toBe(endless)
})

test('titles of persons end no sentence', () => {
  const text = `${sentences(18, 'a')} It was baked by Dr. Silva in Porto.`
  expect(passagesOf([block(text), block(sentences(12, 'b'))]).some((passage) => passage.text.endsWith('Dr.'))).toBe(false)
})

test('a passage that repeats another is found, one with another number or a “not” is not', () => {
  const isRepeated = duplicateFinder()
  const [base] = passagesOf([block(sentences(12, 'bread'))])
  const changed = (change: (text: string) => string) => ({
    ...block(''),
    lastPage: null,
    marks: [],
    ...base,
    text: change(base?.text ?? ''),
  })
  expect(isRepeated(changed((text) => text))).toBe(false)
  expect(isRepeated(changed((text) => text))).toBe(true)
  expect(isRepeated(changed((text) => `${text.replaceAll('.', ';')} Indeed.`))).toBe(true)
  expect(isRepeated(changed((text) => text.replace('Sentence 3', 'Sentence 99')))).toBe(false)
  expect(isRepeated(changed((text) => text.replace('has', 'has not')))).toBe(false)
})
