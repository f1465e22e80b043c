import { withLocale } from '@duo/platform/i18n/server.ts'
import { describe, expect, it } from 'vitest'
import { allPlans, PLANS } from '../rules.ts'
import { extrasOf, limitText, priceText, takeRateText } from './plan-text.ts'

const priced = { ...PLANS.pro, pricePerMonth: { USD: 2_900, BRL: 14_990 } }

describe('in English', () => {
  const say = <T>(text: () => T) => withLocale('en', text)

  it('formats limits with commas and writes unlimited as a word', () => {
    expect(say(() => limitText(10_000))).toBe('10,000')
    expect(say(() => limitText('unlimited'))).toBe('Unlimited')
  })

  it('formats prices in dollars and shares in percent', () => {
    expect(say(() => priceText(priced))).toBe('$29')
    expect(say(() => takeRateText(0.125))).toBe('12.5%')
  })

  it('shows a response time only if one is promised', () => {
    expect(say(() => extrasOf(PLANS.free))).toEqual([
      'Create as many agents as you like',
      'Community and documentation support',
      'The community’s channels open later in the beta; until then, just reply to any email from us',
    ])
    expect(say(() => extrasOf(PLANS.growth))).toEqual([
      'Priority support with 4-hour response',
      'Up to 3 team members',
      'White-label',
      'Dedicated account manager',
      'Monthly strategy consulting',
    ])
  })
})

describe('in Portuguese', () => {
  const say = <T>(text: () => T) => withLocale('pt', text)

  it('formats limits with points and writes unlimited as a word', () => {
    expect(say(() => limitText(2_000_000))).toBe('2.000.000')
    expect(say(() => limitText('unlimited'))).toBe('Ilimitados')
  })

  it('formats prices in reais and shares with a comma', () => {
    expect(say(() => priceText(priced))).toBe('R$\u00a0149,90')
    expect(say(() => takeRateText(0.125))).toBe('12,5%')
  })
})

it.each(['en', 'pt'] as const)('shows no number for unannounced values (%s)', (locale) => {
  withLocale(locale, () => {
    for (const plan of allPlans) {
      expect(priceText(plan)).toBeNull()
      expect(takeRateText(plan.takeRate)).toBeNull()
    }
  })
})

it('shows a price of zero as a price', () => {
  expect(withLocale('en', () => priceText({ ...PLANS.free, pricePerMonth: { USD: 0, BRL: 0 } }))).toBe('$0')
})
