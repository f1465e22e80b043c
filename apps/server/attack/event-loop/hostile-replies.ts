import { repeated } from './worst-inputs.ts'

const units = [
  ...[
    '>',
    '> ',
    '1) ',
    '- ',
    '[',
    ']',
    '![',
    '](',
    '*',
    'a*',
    '_a',
    '~a',
    '`',
    '<',
    '<a ',
    '&',
    '\\',
    '|',
    'a|\n',
    '|a|b|\n|-|-|\n',
  ],
  ...[
    'www.a ',
    'a@b.c ',
    '[^1]',
    '[^a]: b\n',
    '[a]: b\n',
    '[a](b)',
    '* a\n  * ',
    '- [ ] a\n',
    '# a\n',
    'a\n\n',
    '```\n',
    '\t',
    '🏳️‍🌈',
  ],
]

/** Short texts that become much HTML or many nodes. */
const growing = [
  `[a]: <https://x.y/${'&'.repeat(7_000)}>\n\n${'[a] '.repeat(780)}`,
  `[a]: <https://x.y/${'&'.repeat(980)}>\n\n${'[a] '.repeat(900)}`,
  `[a]: https://x.y "${'&'.repeat(9_000)}"\n\n${'![a] '.repeat(780)}`,
  `${'|a'.repeat(391)}|\n${'|-'.repeat(391)}|\n${'|a|\n'.repeat(980)}`,
  `${'|a'.repeat(99)}|\n${'|-'.repeat(99)}|\n${'|a|\n'.repeat(890)}`,
  '- [1][1][1][1]\n'.repeat(249),
  `[^a]: b\n\n${'[^a] '.repeat(600)}`,
  'http://a.b/&&&& '.repeat(900),
]

/** Markdown whose rendering takes long: short enough to be rendered, and beyond every limit. */
export const hostileReplies = [
  ...growing,
  ...units.flatMap((unit) => [400, 4_000, 19_999].map((length) => repeated(unit, length))),
]
