import { expect, test } from 'vitest'
import { withoutCourtesy } from './intent.ts'

test.each([
  ['hey pedro, whats a loxodrome?', 'whats a loxodrome?'],
  ['Oi Chiquinha! quem foi seu pai?', 'quem foi seu pai?'],
  ['hi im sad, what should i do', 'hi im sad, what should i do'],
  ['oi perdi tudo, o que eu faço', 'oi perdi tudo, o que eu faço'],
])('of “%s”, “%s” is left: a name is no part of a question, what the visitor tells is', (message, left) => {
  expect(withoutCourtesy(message)).toBe(left)
})
