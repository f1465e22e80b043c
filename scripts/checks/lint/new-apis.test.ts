import { expect, it } from 'vitest'
import { refusedLines } from './refused-lines.ts'

it('rejects functions that browsers of the last years lack', () => {
  const lines = [
    'if (URL.canParse(text)) open()',
    'const url = URL.parse(text)',
    'const shown = word.toWellFormed()',
    'const signal = AbortSignal.any([a, b])',
    'const { promise } = Promise.withResolvers()',
    'const groups = Map.groupBy(items, nameOf)',
    'const last = items.findLast(isOpen)',
    'const at = items.findLastIndex((item) => item.open)',
    'const ranked = items.toSorted()',
    'const back = items.toReversed()',
    'const both = mine.intersection(yours)',
    'const text = body.pipeThrough(new TextDecoderStream())',
    'const words = text.split(/(?<=,) /)',
  ]
  expect(refusedLines('new-apis.grit', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows what they have', () => {
  expect(
    refusedLines('new-apis.grit', [
      'const url = new URL(text)',
      'const list = Promise.all(items)',
      'const ranked = [...items].sort()',
      'const parts = /(?<name>a)(?=b)/.exec(text)',
    ]),
  ).toEqual([])
})
