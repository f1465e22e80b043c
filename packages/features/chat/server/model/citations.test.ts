import { expect, test } from 'vitest'
import { createCitationFilter } from './citations.ts'

function read(pieces: Iterable<string>, noteCount = 2): string {
  const filter = createCitationFilter(noteCount)
  let text = ''
  for (const piece of pieces) text += filter.add(piece).text
  return text + filter.end().text
}

test.each([
  ['prose [97],[98],[99],', 'prose,'],
  ['prose [97], [98], [99].', 'prose.'],
  ['prose [97], and more', 'prose, and more'],
  ['prose, [97], and more', 'prose, and more'],
  ['prose [97] and more', 'prose and more'],
  ['A sentence. [97]. Another.', 'A sentence. Another.'],
  ['It weaves [1], [99].', 'It weaves[1].'],
  ['It weaves [99], [2].', 'It weaves[1].'],
  ['It weaves [99]; it counts [1]; and so on.', 'It weaves; it counts[1]; and so on.'],
  ['[99] It weaves.\n\n[98], It counts [97].\n- one', 'It weaves.\n\nIt counts.\n- one'],
  ['It weaves [99]\n\nIt counts, it adds; `a[99], b`', 'It weaves\n\nIt counts, it adds; `a[99], b`'],
  ['One, two, three [1], four', 'One, two, three[1], four'],
  ['See [99](https://example.com), yes', 'See [99](https://example.com), yes'],
])('leaves clean punctuation around removed citations: %j', (written, shown) => {
  expect(read([written])).toBe(shown)
  expect(read([...written])).toBe(shown)
})

test('takes no longer for long runs of commas, white space and brackets', () => {
  const runs = [',', '\t', ', ', ',\t\t', '[', ' [', '[1], '].map((run) => run.repeat(20_000 / run.length))
  const started = performance.now()
  for (const run of runs) read([run, 'x'])
  expect(performance.now() - started).toBeLessThan(1_000)
})
