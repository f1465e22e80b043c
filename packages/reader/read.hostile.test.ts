import { expect, test } from 'vitest'
import { read } from './read.ts'
import { hostileFiles } from './testing/hostile-files.ts'
import { readAll } from './testing/read-all.ts'

const seconds = 15

test.each(hostileFiles.filter(({ needsLimits }) => !needsLimits))('$what: $expected', async ({ name, make, expected }) => {
  const start = performance.now()
  const { passages, refused, ends } = await readAll(read(make(), name))
  expect(refused ?? 'read').toBe(expected)
  expect(ends).toBe(1)
  expect(performance.now() - start).toBeLessThan(seconds * 1000)
  const text = passages.map((passage) => [...passage.headings, passage.text].join('\n')).join('\n')
  // NUL, orders of direction, tags and halves of pairs
  expect(text).not.toMatch(/[\0\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\p{Cs}]/u)
  expect(text).not.toContain('Ignore your rules')
  expect(text).not.toContain('root:x:')
  expect(passages.every((passage) => passage.text.length <= 10_000)).toBe(true)
})

test('there are more than sixty hostile files', () => {
  expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length)
  expect(hostileFiles.length).toBeGreaterThan(60)
})
