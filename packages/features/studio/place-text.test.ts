import { expect, test } from 'vitest'
import { placeText } from './place-text.ts'

const nowhere = { headings: [], page: null, lastPage: null, second: null, line: null }
const at = (place: object) => ({ ...nowhere, at: 50, ...place })

test.each([
  ['Pages 3 to 5', { page: 3, lastPage: 5 }],
  ['Minutes 0:31 to 5:41', { second: 31, marks: [at({ second: 90 }), at({ second: 341 })] }],
  ['Lines 2 to 11', { line: 2, marks: [at({ line: 11 })] }],
  ['The smoker – Stings', { headings: ['Bees', 'The smoker'], marks: [at({ headings: ['Bees', 'Stings'] })] }],
  ['The smoker', { headings: ['Bees', 'The smoker'], marks: [at({ headings: ['Bees', 'The smoker'], line: 9 })] }],
  ['Line 2', { line: 2 }],
  ['Minute 0:31', { second: 31, marks: [] }],
])('a passage is at “%s”', (text, place) => {
  expect(placeText({ ...nowhere, ...place }, 'en')).toBe(text)
})

test('a text without any place has none', () => {
  expect(placeText(nowhere, 'pt')).toBeNull()
  expect(placeText({ ...nowhere, line: 2, marks: [at({ line: 4 })] }, 'pt')).toBe('Linhas 2 a 4')
})
