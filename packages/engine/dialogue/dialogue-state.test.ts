import { expect, test } from 'vitest'
import type { Note } from '../knowledge.ts'
import { readDialogue } from './dialogue-state.ts'

const note = (key: string, text: string, fact?: string): Note => ({
  key,
  place: 0,
  title: key,
  text,
  source: 's',
  terms: [],
  questions: [],
  facts: fact === undefined ? [] : [{ text: fact, asks: [], followUps: [] }],
})
const mother = note('mother', 'My mother sold fruit at the market square. She was never baptized in any church.')
const loss = note('loss', 'In 1837 she left for Rio and never came back to us.', 'She vanished in Rio, after the rising of 1837.')

test('the note quoted last is the one under discussion, whole, by a sentence or by a fact', () => {
  const replies = ['Well. My mother sold fruit at the market square.[1]', 'She vanished in Rio, after the rising of 1837.[1]']
  const { notes, last, has } = readDialogue([loss, mother], replies)
  expect(notes.map(({ key }) => key)).toEqual(['mother', 'loss'])
  expect(last?.key).toBe('loss')
  expect(has('She vanished in Rio, after the rising of 1837.')).toBe(true)
  expect(has(mother.text)).toBe(false)
})

test('a note that is quoted again becomes the last one', () => {
  const first = 'My mother sold fruit at the market square.'
  expect(readDialogue([loss, mother], [first, loss.text, first]).last?.key).toBe('mother')
})

test('the same in nearly the same words counts as spoken, and a short reply singles out its text', () => {
  const state = readDialogue([loss], ['In 1837 she left for Rio and never came back. That was all.', loss.text])
  expect(state.tells('She left for Rio in 1837 and never came back.')).toBe(true)
  expect(state.tells('She sold fruit at the market square.')).toBe(false)
  expect(state.singled(loss.text)).toBe(true)
  expect(readDialogue([loss], [`${'Long ago. '.repeat(30)}${loss.text}`]).singled(loss.text)).toBe(false)
})

test('a reply in other words quotes nothing', () => {
  expect(readDialogue([loss, mother], ['I had a mother, of course.'])).toMatchObject({ notes: [], last: undefined })
})

test('a short fact counts as quoted before the number of its source', () => {
  const age = note('age', 'My father took me aboard a ship and sold me there.', 'I was ten.')
  expect(readDialogue([age], ['I was ten.[1]']).last?.key).toBe('age')
  expect(readDialogue([age], ['I was ten. No more of that.']).last).toBeUndefined()
})
