import { expect, it } from 'vitest'
import { refusedLines } from './refused-lines.ts'

it('rejects what browsers lack over plain http, and keys that may belong to an input method', () => {
  const lines = [
    'const id = crypto.randomUUID()',
    'const other = window.crypto.randomUUID?.()',
    'navigator.clipboard.writeText(text)',
    `const press = (event) => event.key === 'Enter' && send()`,
    `if (event.key !== 'Enter') leave()`,
    'if (event.nativeEvent.isComposing) leave()',
  ]
  expect(refusedLines('insecure-context.grit', lines)).toEqual(lines.map((_, index) => index + 1))
})

it('allows the helpers', () => {
  expect(
    refusedLines('insecure-context.grit', [
      'const id = uuid()',
      'copyText(text)',
      'if (isEnter(event)) send()',
      `if (event.key === 'Escape') leave()`,
    ]),
  ).toEqual([])
})
