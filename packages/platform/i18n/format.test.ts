import { describe, expect, it } from 'vitest'
import { formatCurrency, formatDate, formatNumber, formatOrdinal, formatPercent } from './format.ts'

describe('dates', () => {
  it("keep an article's day in every time zone", () => {
    expect(formatDate('2024-05-23', 'en')).toBe('May 23, 2024')
    expect(formatDate('2024-05-23', 'pt')).toBe('23 de maio de 2024')
    expect(formatDate(new Date('2025-06-01T23:59:59Z'), 'en')).toBe('June 1, 2025')
  })

  it('reject invalid dates', () => {
    expect(() => formatDate('soon', 'en')).toThrow(RangeError)
  })
})

it('numbers follow the language', () => {
  expect(formatNumber(10_000.5, 'en')).toBe('10,000.5')
  expect(formatNumber(10_000.5, 'pt')).toBe('10.000,5')
})

it('percentages follow the language', () => {
  expect(formatPercent(0.125, 'en')).toBe('12.5%')
  expect(formatPercent(0.125, 'pt')).toBe('12,5%')
})

describe('currency amounts', () => {
  it('follow language and currency', () => {
    expect(formatCurrency(2_990, 'USD', 'en')).toBe('$29.90')
    expect(formatCurrency(123_456, 'BRL', 'pt')).toBe('R$\u00a01.234,56')
    expect(formatCurrency(2_990, 'USD', 'pt')).toBe('US$\u00a029,90')
    expect(formatCurrency(2_990, 'BRL', 'en')).toBe('R$29.90')
  })

  it('omit decimals of whole amounts', () => {
    expect(formatCurrency(2_900, 'USD', 'en')).toBe('$29')
    expect(formatCurrency(0, 'BRL', 'pt')).toBe('R$\u00a00')
  })
})

describe('ordinals', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [51, '51st'],
    [111, '111th'],
    [1022, '1,022nd'],
  ])('%i is the %s', (place, text) => {
    expect(formatOrdinal(place, 'en')).toBe(text)
  })

  it('have one form in Portuguese', () => {
    expect([1, 2, 11, 1022].map((place) => formatOrdinal(place, 'pt'))).toEqual(['1º', '2º', '11º', '1.022º'])
  })
})
