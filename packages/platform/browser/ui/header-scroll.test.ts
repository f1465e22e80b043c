import { expect, test } from 'vitest'
import { headerState } from './header-scroll.ts'

const shown = { hidden: false, raised: false }

test('stays within the first 10 pixels', () => {
  expect(headerState(shown, 0, 10)).toEqual({ hidden: false, raised: false })
})

test('hides on the way down past 10 pixels, without a shadow before 50', () => {
  expect(headerState(shown, 0, 11)).toEqual({ hidden: true, raised: false })
  expect(headerState(shown, 0, 50)).toEqual({ hidden: true, raised: true })
})

test('comes back on the way up, with its shadow until near the top', () => {
  const hidden = { hidden: true, raised: true }
  expect(headerState(hidden, 400, 399)).toEqual({ hidden: false, raised: true })
  expect(headerState(hidden, 60, 49)).toEqual({ hidden: false, raised: false })
})

test('shows at the top even while a phone bounces', () => {
  expect(headerState({ hidden: true, raised: false }, -20, -4)).toEqual(shown)
})

test('keeps standing as it is when nothing moved', () => {
  const hidden = { hidden: true, raised: true }
  expect(headerState(hidden, 300, 300)).toBe(hidden)
})
