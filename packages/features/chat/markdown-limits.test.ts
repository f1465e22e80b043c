import { expect, test } from 'vitest'
import { isParseable, longestWord } from './markdown-limits.ts'

const hostile: Record<string, string> = {
  '4,000 block quotes on one line': '>'.repeat(4_000),
  '4,000 block quotes with spaces': '> '.repeat(2_000),
  '1,300 nested lists': '1) '.repeat(1_300),
  '4,000 opening brackets': '['.repeat(4_000),
  '4,000 closing brackets': ']'.repeat(4_000),
  '2,001 half emphases': 'a*'.repeat(2_001),
  'a table of 2,000 rows': '|a|b|\n|-|-|\n'.repeat(1_000),
  '5,000 links': 'www.a '.repeat(5_000),
  'lists nested by indentation': Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  '1,000 items': '- a\n'.repeat(1_000),
  '20,001 characters': 'word '.repeat(4_001),
  'an endless word': 'x'.repeat(longestWord + 1),
}

test.each(Object.entries(hostile))('%s stay plain text', (_name, text) => expect(isParseable(text)).toBe(false))

const article = (paragraph: string, count: number) => Array.from({ length: count }, () => paragraph).join('\n\n')

test.each([
  ['a long reply', article(`**Word** and [link](https://example.org) and *more* ${'words '.repeat(60)}[1]`, 40)],
  ['a list of 200 items', '- **one** item with `code`\n'.repeat(200)],
  ['a table of 60 rows', `| a | b | c | d |\n|---|---|---|---|\n${'| 1 | 2 | 3 | 4 |\n'.repeat(60)}`],
  ['a quoted list in a list', '- a\n  - b\n    1. c\n       > - d\n'],
  [
    'a table of 50 rows with links and code',
    `| a | b | c | d |\n|---|---|---|---|\n${'| [x](https://a.b) | `c` | **d** | 4 |\n'.repeat(50)}`,
  ],
  [
    'code nested 13 deep',
    `\`\`\`py\n${Array.from({ length: 14 }, (_, depth) => `${' '.repeat(4 * depth)}if a[${depth}] * b:`).join('\n')}\n\`\`\`\n\n**Done**`,
  ],
  ['a diff of 520 lines', `\`\`\`diff\n${'- a = b[0]\n+ a = c[0]\n'.repeat(260)}\`\`\``],
  ['200 lines of code', `\`\`\`ts\n${'        const a = b[0] * c[1]\n'.repeat(100)}\`\`\``],
])('%s is Markdown', (_name, text) => expect(isParseable(text)).toBe(true))
