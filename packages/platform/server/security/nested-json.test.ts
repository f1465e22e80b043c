import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { maxJsonDepth, requireShallowJson } from './nested-json.ts'

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`

test('accepts the allowed depth and refuses one level more', () => {
  expect(() => requireShallowJson(nested(maxJsonDepth))).not.toThrow()
  expect(() => requireShallowJson(`[${nested(maxJsonDepth)}]`)).toThrow(AppError)
})

test('refuses brackets that are never closed, as a parser would read them first', () => {
  expect(() => requireShallowJson('['.repeat(5_000))).toThrow(AppError)
})

test.each([
  ['brackets in a string', JSON.stringify({ content: '[{'.repeat(1_000) })],
  ['an escaped quote before brackets', JSON.stringify({ content: `"${'['.repeat(1_000)}` })],
  ['an escaped backslash at the end of a string', JSON.stringify(['\\', '['.repeat(1_000), '\\\\'])],
  ['many siblings', JSON.stringify(Array.from({ length: 5_000 }, () => ({ a: [] })))],
  ['no JSON', 'plain text'],
  ['nothing', ''],
])('accepts %s', (_name, text) => expect(() => requireShallowJson(text)).not.toThrow())

test.each([
  ['a string that ends with a backslash', `["\\\\",${nested(maxJsonDepth)}]`],
  ['a quote that the text never closes before', `"a"${'['.repeat(maxJsonDepth + 1)}`],
])('is not misled by %s', (_name, text) => expect(() => requireShallowJson(text)).toThrow(AppError))

test('scans the largest body in under 20 ms', () => {
  const text = JSON.stringify({ content: '\\"'.repeat(16_000) })
  const started = performance.now()
  requireShallowJson(text)
  expect(performance.now() - started).toBeLessThan(20)
})
