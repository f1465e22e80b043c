import { expect, test } from 'vitest'
import { chosenLanes } from './lanes.mjs'

const lanes = { check: () => 0, unit: (words: string[]) => words.length, e2e: (words: string[]) => words.length }
const chosen = (...args: string[]) => Object.fromEntries(chosenLanes(args, lanes))

test('runs every lane when none is named, and only those that are', () => {
  expect(chosen()).toEqual({ check: [], unit: [], e2e: [] })
  expect(chosen('e2e', 'check')).toEqual({ e2e: [], check: [] })
})

test('takes the words after a lane as a choice of its files', () => {
  expect(chosen('unit', 'compile', 'rules', 'e2e', 'bookmarks')).toEqual({ unit: ['compile', 'rules'], e2e: ['bookmarks'] })
})

test('refuses a lane that does not exist, and a choice of files where there are none', () => {
  expect(() => chosen('bookmarks')).toThrow('There is no lane bookmarks; the lanes are check, unit, e2e.')
  expect(() => chosen('check', 'bookmarks')).toThrow('The lane check runs as a whole: it takes no bookmarks.')
})
