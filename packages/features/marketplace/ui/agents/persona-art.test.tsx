import { expect, test } from 'vitest'
import { avatarPair, brightAvatarPair } from './persona-art.tsx'

test('initials use the persona’s colours if they are readable, or else paper or ink', () => {
  expect(avatarPair(['#43194a', '#f6b23c'])).toEqual({ ground: '#43194a', letters: '#f6b23c' })
  expect(brightAvatarPair(['#43194a', '#f6b23c'])).toEqual({ ground: '#f6b23c', letters: '#43194a' })
  expect(avatarPair(['#43194a', '#7a4a80'])).toEqual({ ground: '#43194a', letters: '#fbf6ec' })
  expect(brightAvatarPair(['#14503a', '#e2502f'])).toEqual({ ground: '#e2502f', letters: '#14161f' })
})
