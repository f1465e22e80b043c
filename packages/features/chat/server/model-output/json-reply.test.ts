import { expect, test } from 'vitest'
import type { ResponsePart } from '../agent-directory.ts'
import { withoutJson } from './json-reply.ts'

async function read(pieces: Iterable<string>) {
  async function* parts(): AsyncGenerator<ResponsePart> {
    for (const text of pieces) yield { type: 'text', text }
    yield { type: 'done', tokens: 1, origin: 'model' }
  }
  const shown: string[] = []
  for await (const part of withoutJson(parts())) if (part.type === 'text') shown.push(part.text)
  return shown
}

test.each([
  ['{"role":"assistant","reply":"It weaves [1].","sources":[1]}', 'It weaves [1].'],
  ['```json\n{\n  "answer": "It weaves."\n}\n```', 'It weaves.'],
  ['{"error":{"code":3}}', ''],
  ['```json\n{ "cards": 3 }\n```', '```json\n{ "cards": 3 }\n```'],
  ['```js\nweave()\n```', '```js\nweave()\n```'],
  ['`weave` is a word. {"reply":"no"}', '`weave` is a word. {"reply":"no"}'],
  ['{ braces } and more', '{ braces } and more'],
])('of %j, shows %j', async (written, shown) => {
  expect((await read([written])).join('')).toBe(shown)
  expect((await read(written)).join('')).toBe(shown)
})

test('other text is shown as it comes', async () => {
  expect(await read(['It', ' weaves', '.'])).toEqual(['It', ' weaves', '.'])
})

test('takes no longer for long runs of white space and backticks', async () => {
  const started = performance.now()
  for (const run of [' ', '`', '{', '{ ']) await read(Array.from({ length: 2_000 }, () => run))
  expect(performance.now() - started).toBeLessThan(1_000)
})
