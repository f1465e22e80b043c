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

/** Markdown whose rendering takes long: short enough to be rendered, and beyond every limit. */
export const hostileReplies = units.flatMap((unit) => [400, 4_000, 19_999].map((length) => repeated(unit, length)))
