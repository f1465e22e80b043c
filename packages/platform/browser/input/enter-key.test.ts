import { expect, test } from 'vitest'
import { isComposing, isEnter } from './enter-key.ts'

test.each([
  ['Enter', { key: 'Enter', keyCode: 13, isComposing: false }, true],
  ['the Enter of a React event', { key: 'Enter', keyCode: 13, nativeEvent: { isComposing: false } }, true],
  ['Enter while composing', { key: 'Enter', keyCode: 13, isComposing: true }, false],
  ['Enter while composing, of a React event', { key: 'Enter', keyCode: 13, nativeEvent: { isComposing: true } }, false],
  ['the Enter of Safari after a composition', { key: 'Enter', keyCode: 229, isComposing: false }, false],
  ['another key', { key: 'a', keyCode: 65, isComposing: false }, false],
])('%s', (_, event, isPressed) => {
  expect(isEnter(event)).toBe(isPressed)
  expect(isComposing(event)).toBe(!isPressed && event.key === 'Enter')
})
