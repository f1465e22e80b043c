import { expect, test } from 'vitest'
import { invitesLeft, isExhausted, referralLink } from './rules.ts'

test('five confirmed friends reach the goal and use up the code; more change nothing', () => {
  expect([0, 1, 4, 5, 6].map(invitesLeft)).toEqual([5, 4, 1, 0, 0])
  expect([0, 4, 5, 6].map(isExhausted)).toEqual([false, false, true, true])
})

test('the referral link contains the code', () => {
  expect(referralLink('https://goduo.example', 'AB12')).toBe('https://goduo.example/?ref=AB12')
})
