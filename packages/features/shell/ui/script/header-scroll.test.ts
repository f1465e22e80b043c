import { expect, test } from 'vitest'
import { headerState } from './header-scroll.ts'

const shown = { hidden: false, raised: false }

test('stays visible within the first 10 pixels', () => {
  expect(headerState(shown, 0, 10)).toEqual({ hidden: false, raised: false })
})

test('hides when scrolling down past 10 pixels, without a shadow before 50', () => {
  expect(headerState(shown, 0, 11)).toEqual({ hidden: true, raised: false })
  expect(headerState(shown, 0, 50)).toEqual({ hidden: true, raised: true })
})

test('returns when scrolling up, with its shadow until near the top', () => {
  const hidden = { hidden: true, raised: true }
  expect(headerState(hidden, 400, 399)).toEqual({ hidden: false, raised: true })
  expect(headerState(hidden, 60, 49)).toEqual({ hidden: false, raised: false })
})

test('is visible at the top during overscroll', () => {
  expect(headerState({ hidden: true, raised: false }, -20, -4)).toEqual(shown)
})

test('keeps its state when the position is unchanged', () => {
  const hidden = { hidden: true, raised: true }
  expect(headerState(hidden, 300, 300)).toBe(hidden)
})
