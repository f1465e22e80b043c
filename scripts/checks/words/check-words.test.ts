import { expect, it } from 'vitest'
import { inTree } from '../source/fixture.ts'
import { checkWords } from './check-words.ts'

const problems = (files: Record<string, string>) =>
  inTree(files, checkWords).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`)

it('finds words in names, comments, test titles and documents', () => {
  expect(
    problems({
      'a.ts': '// for somebody\nexport const strangerCount = 1\n',
      'b.test.ts': "test('nobody is asked', () => {})\n",
      'c.md': 'Call it\nanew, once\nmore.\n',
    }),
  ).toEqual([
    "a.ts:2 'strangerCount': write 'visitor' or 'otherUser' instead of 'stranger'",
    "a.ts:1 write 'a user', 'a caller', 'another process' instead of 'somebody'",
    "b.test.ts: write 'no one', 'no process', or a passive instead of 'nobody' (title 'nobody is asked')",
    "c.md:2 write 'again' instead of 'anew'",
    "c.md:2 write 'again' instead of 'once more'",
  ])
})

it('ignores product texts, message keys, data and quoted code', () => {
  expect(
    problems({
      'messages/en.json': '{ "a": "somebody" }',
      'a.ts': "export const word = 'somebody'\nm.auth_event_asked()\n",
      'b.md': 'Write `somebody`.\n```\nnobody\n```\n',
    }),
  ).toEqual([])
})
