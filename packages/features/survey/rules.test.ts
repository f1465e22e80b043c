import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agentTypes,
  audienceSizes,
  categories,
  goals,
  joinList,
  maxTextLength,
  missingAnswer,
  niches,
  otherCategoryOf,
  sanitize,
  userTypes,
} from './rules.ts'

/** Covers quotes, brackets, spaces and surrogate pairs. */
const text = fc.string({ unit: fc.constantFrom('a', '<', '>', '"', "'", ' ', '\n', ',', 'ã', '😀') })

test('offers the number of options that the spec requires, without duplicates', () => {
  const lists = [audienceSizes, goals, userTypes, niches, agentTypes, categories]
  expect(lists.map((list) => list.length)).toEqual([4, 2, 5, 13, 5, 19])
  for (const list of lists) expect(new Set<string>(list).size).toBe(list.length)
})

describe('sanitize', () => {
  test.each([
    ['  <b>"Hi"</b>, I\'m Ana ', 'bHi/b, Im Ana'],
    ['<>"\'', ''],
    ['"  x  "', 'x'],
    ['“typographic” quotes and ‹these› stay', '“typographic” quotes and ‹these› stay'],
    ['two\nlines', 'two\nlines'],
  ])('%j becomes %j', (input, sanitized) => expect(sanitize(input)).toBe(sanitized))

  test('counts code points, not UTF-16 units, so an emoji at the limit is never split', () => {
    expect(sanitize('😀'.repeat(1_001))).toBe('😀'.repeat(1_000))
    expect(sanitize(`${'x'.repeat(999)}😀😀`)).toBe(`${'x'.repeat(999)}😀`)
  })

  test('returns no brackets, quotes or leading spaces and respects the limit, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (input) => {
        const sanitized = sanitize(input)
        expect(sanitized).not.toMatch(/[<>"']/)
        expect(sanitized).toBe(sanitized.trimStart())
        expect(Array.from(sanitized).length).toBeLessThanOrEqual(maxTextLength)
      }),
    )
  })

  test('removes only brackets, quotes and outer spaces and is idempotent, for any text below the limit', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(sanitize(input)).toBe(input.replace(/[<>"']/g, '').trim())
        expect(sanitize(sanitize(input))).toBe(sanitize(input))
      }),
    )
  })
})

describe('joinList', () => {
  test('sanitizes each item, drops empty ones and joins with commas', () => {
    expect(joinList(['Creator', ' "AI" Student ', '<>', '', 'Company (B2B)'])).toBe('Creator, AI Student, Company (B2B)')
    expect(joinList([])).toBe('')
  })

  test('splits back into the sanitized items in order, for any items without commas', () => {
    const item = text.filter((input) => !input.includes(','))
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const sanitized = items.map(sanitize).filter(Boolean)
        expect(joinList(items).split(', ').filter(Boolean)).toEqual(sanitized)
      }),
    )
  })
})

const complete = { audienceSize: '0-1000', categories: ['law'], otherCategory: '', goals: ['sell'] } as const
const draft = (changes: object) => ({ ...complete, categories: [...complete.categories], goals: [...complete.goals], ...changes })

test.each([
  [{}, null],
  [{ audienceSize: null, categories: [] }, 'audience'],
  [{ categories: [], goals: [] }, 'categories'],
  [{ categories: ['law', 'others'], goals: [] }, 'other'],
  [{ categories: ['others'], otherCategory: ' "" ' }, 'other'],
  [{ categories: ['others'], otherCategory: 'Beekeeping' }, null],
  [{ goals: [] }, 'goals'],
])('a qualification with %j lacks %j', (changes, missing) => expect(missingAnswer(draft(changes))).toBe(missing))

test('sends the text for Others only when Others is chosen, and sanitizes it', () => {
  expect(otherCategoryOf({ categories: ['law'], otherCategory: 'Beekeeping' })).toBeNull()
  expect(otherCategoryOf({ categories: ['others'], otherCategory: ' <Beekeeping> ' })).toBe('Beekeeping')
})
