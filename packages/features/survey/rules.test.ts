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

/** Texts rich in what matters here: quotes, brackets, spaces, letters of two units. */
const text = fc.string({ unit: fc.constantFrom('a', '<', '>', '"', "'", ' ', '\n', ',', 'ã', '😀') })

test('the options are as many as the product promises, none twice', () => {
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
  ])('%j becomes %j', (given, kept) => expect(sanitize(given)).toBe(kept))

  test('counts letters, not units: an emoji at the cap is whole or gone', () => {
    expect(sanitize('😀'.repeat(maxTextLength + 1))).toBe('😀'.repeat(maxTextLength))
    expect(sanitize(`${'x'.repeat(maxTextLength - 1)}😀😀`)).toBe(`${'x'.repeat(maxTextLength - 1)}😀`)
  })

  test('of any text: no brackets, no quotes, no margin in front, never too long', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (given) => {
        const kept = sanitize(given)
        expect(kept).not.toMatch(/[<>"']/)
        expect(kept).toBe(kept.trimStart())
        expect(Array.from(kept).length).toBeLessThanOrEqual(maxTextLength)
      }),
    )
  })

  test('of any text below the cap: only what must go is gone, and doing it twice changes nothing', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(sanitize(given)).toBe(given.replace(/[<>"']/g, '').trim())
        expect(sanitize(sanitize(given))).toBe(sanitize(given))
      }),
    )
  })
})

describe('joinList', () => {
  test('cleans each item, drops the empty ones, joins by commas', () => {
    expect(joinList(['Creator', ' "AI" Student ', '<>', '', 'Company (B2B)'])).toBe('Creator, AI Student, Company (B2B)')
    expect(joinList([])).toBe('')
  })

  test('of any items without commas: what comes out again are the clean ones, in order', () => {
    const item = text.filter((given) => !given.includes(','))
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const kept = items.map(sanitize).filter(Boolean)
        expect(joinList(items).split(', ').filter(Boolean)).toEqual(kept)
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

test('the text for Others is sent only with Others, and clean', () => {
  expect(otherCategoryOf({ categories: ['law'], otherCategory: 'Beekeeping' })).toBeNull()
  expect(otherCategoryOf({ categories: ['others'], otherCategory: ' <Beekeeping> ' })).toBe('Beekeeping')
})
