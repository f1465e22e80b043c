import { expect, test } from 'vitest'
import { refusalText, uploadRefusalText } from './document-state.ts'

test('a video or a recording is answered with what to bring instead, also when it is too large', () => {
  const instead = /^We cannot read videos or sound yet\. Add the subtitles/
  expect(refusalText('unknown_type', 'lesson 1.MP4')).toMatch(instead)
  expect(uploadRefusalText('too_large', 'lesson.mov')).toMatch(instead)
})

test('other refusals keep their reason', () => {
  expect(refusalText('unknown_type', 'photo.png')).toMatch(/^We do not read this type of file/)
  expect(refusalText(null, 'bread.pdf')).toBe(refusalText('broken', 'bread.pdf'))
  expect(uploadRefusalText('too_large', 'bread.pdf')).toMatch(/20 MB/)
  expect(uploadRefusalText('quota', 'lesson.mp4')).not.toMatch(/videos/)
})
