import { expect, test } from 'vitest'
import { chosenLanes } from './lanes.mjs'

const lanes = { check: () => 0, unit: (words: string[]) => words.length, e2e: (words: string[]) => words.length }
const chosen = (...args: string[]) => Object.fromEntries(chosenLanes(args, lanes))

test('runs every lane without arguments, and only the named lanes with them', () => {
  expect(chosen()).toEqual({ check: [], unit: [], e2e: [] })
  expect(chosen('e2e', 'check')).toEqual({ e2e: [], check: [] })
})

test('passes the words after a lane to that lane as file filters', () => {
  expect(chosen('unit', 'compile', 'rules', 'e2e', 'bookmarks')).toEqual({ unit: ['compile', 'rules'], e2e: ['bookmarks'] })
})

test('rejects an unknown lane, and file filters for a lane that takes none', () => {
  expect(() => chosen('bookmarks')).toThrow('There is no lane bookmarks; the lanes are check, unit, e2e.')
  expect(() => chosen('check', 'bookmarks')).toThrow('The lane check takes no file filters, such as bookmarks.')
})
