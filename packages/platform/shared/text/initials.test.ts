import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['sócrates', 'S'],
  ['Leonardo da Vinci', 'LD'],
  ['  élise   ', 'É'],
  ['', ''],
  ['🇧🇷 ß', 'ß'],
  ['👩\u200D🚀 Space Ana', 'SA'],
  ['ß ß', 'ßß'],
  ['(Ana) "Bia"', 'AB'],
  ['محمد علي', 'مع'],
  ['van der Berg', 'VD'],
  ['李小龍', '李'],
  ['ﬁona ŉdu', 'ﬁŉ'],
  ['e\u0301lise', 'E\u0301'],
  ['नेहा क्षमा', 'नेक्ष'],
  ['김 철수', '김철'],
  ['D’Arcy ’t Hooft', 'DT'],
  ['007 bond', '0B'],
  ['🎉 ☺️', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
