import { expect, test } from 'vitest'
import { detectIntent } from './intent.ts'

test.each(['vc era um bom chefe?', 'você foi uma boa aluna?', 'were you really so clever?', 'you were a genius as a child?'])(
  '“%s” is a question, and no praise',
  (message) => {
    expect(detectIntent(message)).not.toBe('praise')
  },
)

test.each(['você é demais!', 'you are amazing', 'gostei muito'])('“%s” is praise', (message) => {
  expect(detectIntent(message)).toBe('praise')
})
