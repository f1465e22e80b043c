import { expect, test } from 'vitest'
import type { ResponsePart } from '../agent-directory.ts'
import { createJsonFilter } from './json-reply.ts'

function read(pieces: Iterable<string>) {
  const filter = createJsonFilter()
  const parts: ResponsePart[] = [...pieces].map((text) => ({ type: 'text', text }))
  return [...parts, { type: 'done' as const, tokens: 1, origin: 'model' as const }]
    .flatMap((part) => filter.add(part))
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

test.each([
  ['{"role":"assistant","reply":"It weaves [1].","sources":[1]}', 'It weaves [1].'],
  ['```json\n{\n  "answer": "It weaves."\n}\n```', 'It weaves.'],
  ['{"error":{"code":3}}', ''],
  ['```json\n{ "cards": 3 }\n```', '```json\n{ "cards": 3 }\n```'],
  ['```js\nweave()\n```', '```js\nweave()\n```'],
  ['`weave` is a word. {"reply":"no"}', '`weave` is a word. {"reply":"no"}'],
  ['{ braces } and more', '{ braces } and more'],
])('of %j, shows %j', (written, shown) => {
  expect(read([written]).join('')).toBe(shown)
  expect(read(written).join('')).toBe(shown)
})

test('other text is shown as it comes', () => {
  expect(read(['It', ' weaves', '.'])).toEqual(['It', ' weaves', '.'])
})

test('takes no longer for long runs of white space and backticks', () => {
  const started = performance.now()
  for (const run of [' ', '`', '{', '{ ']) read(Array.from({ length: 2_000 }, () => run))
  expect(performance.now() - started).toBeLessThan(1_000)
})
