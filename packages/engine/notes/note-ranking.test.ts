import { expect, test } from 'vitest'
import type { Hit, NoteRow } from '../knowledge.ts'
import { findTitleMatch, rankNotes } from './note-ranking.ts'

const note = (key: string, place: number, title = key): NoteRow => ({ key, place, title, text: '', source: '' })
const notes = [note('engine', 0), note('loom', 1), note('death', 2), note('music', 3)]
const word = (weight = 1) => ({ word: 'word', kin: [], weight })
const hit = (place: number, key: string | null, more: Partial<Hit> = {}): Hit => ({
  word: place,
  counts: true,
  key,
  exact: true,
  strength: 1,
  ...more,
})
const keys = (hits: Hit[], words = [word(), word()], limit = 9) =>
  rankNotes(notes, words, hits, limit).notes.map(({ key }) => key)

test('a rare word counts more than a common one', () => {
  expect(keys([hit(0, 'engine'), hit(0, 'loom'), hit(0, 'death'), hit(1, 'music')])).toEqual(['music', 'engine', 'loom', 'death'])
})

test('a hit in the title counts more than one in the text, and ties keep the order of the notes', () => {
  expect(keys([hit(0, 'engine', { strength: 0.45 }), hit(0, 'death'), hit(0, 'music')])).toEqual(['death', 'music', 'engine'])
})

test('coverage is the share of the question that a note covers', () => {
  const { notes: found } = rankNotes(notes, [word(), word()], [hit(0, 'engine'), hit(1, 'engine'), hit(1, 'loom')], 9)
  const [engine, loom] = found
  expect(engine).toMatchObject({ key: 'engine', coverage: 1, hits: 2, strongest: 1 })
  expect(loom).toMatchObject({ key: 'loom', hits: 1 })
  expect(loom?.coverage).toBeGreaterThan(0.3)
  expect(loom?.coverage).toBeLessThan(0.5)
})

test('a word dropped by the stemmer has no effect', () => {
  const { notes: found } = rankNotes(notes, [word(), word()], [hit(0, 'engine'), hit(1, null, { counts: false })], 9)
  expect(found).toMatchObject([{ key: 'engine', coverage: 1 }])
})

test('a word matches the notes that contain it, or those with a synonym if none does', () => {
  const kin = { exact: false, strength: 0.7 }
  const hits = [hit(0, 'engine'), hit(0, 'loom', kin), hit(1, 'loom', kin), hit(1, 'death', kin), hit(2, null)]
  expect(rankNotes(notes, [word(), word(), word()], hits, 9).held).toEqual([1, 2, 0])
})

test('results respect the limit and exclude deleted notes and notes without a hit', () => {
  expect(keys([hit(0, 'engine'), hit(0, 'loom'), hit(0, 'gone')], [word()], 1)).toEqual(['engine'])
  expect(keys([hit(0, null), hit(1, null)])).toEqual([])
})

test('finds the longest title in the question, ignoring case and the style of apostrophes', () => {
  const titled = [note('a', 0, 'The Engine'), note('b', 1, 'The Engine’s End'), note('c', 2, 'Loom')]
  expect(findTitleMatch(titled, "tell me about the ENGINE'S end")?.key).toBe('b')
  expect(findTitleMatch(titled, 'tell me about the engine')?.key).toBe('a')
  expect(findTitleMatch(titled, 'what is a loom?')).toBeUndefined()
})
