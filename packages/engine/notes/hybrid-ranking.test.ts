import { expect, test } from 'vitest'
import { computeSimilarities } from './hybrid-ranking.ts'

/** Deterministic pseudo-random numbers. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
  // the sum of twelve approximates a normal distribution
  return () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
}

const unit = (values: number[]) => Float32Array.from(values, (value) => value / Math.hypot(...values))

/** Notes of one agent, with a shared component as in real models and an individual one. */
function notesAbout(random: () => number, shared: number, count = 30) {
  const common = Array.from({ length: 128 }, random)
  const make = (about: number[]) => unit(about.map((own, i) => own + shared * (common[i] ?? 0)))
  const abouts = Array.from({ length: count }, () => Array.from({ length: 128 }, random))
  // each note's own questions share half of its meaning
  const notes = abouts.map((about, at) => {
    const [vector, query] = [make(about), make(about.map((one) => one + random()))]
    return { key: `${at}`, vector, own: vector.reduce((sum, one, i) => sum + one * (query[i] ?? 0), 0) }
  })
  return { notes, abouts, make }
}

// with `shared` at 3, all cosines exceed 0.8, as in some models
test.each([0, 1, 3])('random questions are near no note, whatever the usual cosines (%s)', (shared) => {
  const random = createRandom(7)
  const { notes, make } = notesAbout(random, shared)
  const near = Array.from({ length: 500 }, () => {
    const query = make(Array.from({ length: 128 }, random))
    return [...computeSimilarities(query, notes).values()].some(({ isNear }) => isNear)
  })
  expect(near.filter(Boolean).length).toBeLessThanOrEqual(10)
})

test.each([0, 1, 3])('a question that shares half of its meaning with a note is near that note only (%s)', (shared) => {
  const random = createRandom(11)
  const { notes, abouts, make } = notesAbout(random, shared)
  const found = abouts.map((about) => {
    const query = make(about.map((one) => one + random()))
    return [...computeSimilarities(query, notes)].flatMap(([key, { isNear }]) => (isNear ? [key] : []))
  })
  const right = found.filter((keys, at) => keys.length === 1 && keys[0] === `${at}`)
  expect(right.length).toBeGreaterThanOrEqual(27)
})

test('no note stands out among few or identical ones', () => {
  const random = createRandom(3)
  const { notes } = notesAbout(random, 0)
  const [first] = notes
  expect(first && computeSimilarities(first.vector, notes.slice(0, 9)).size).toBe(0)
  const alike = notes.map(({ key, own }) => ({ key, own, vector: first?.vector ?? new Float32Array() }))
  expect(first && [...computeSimilarities(first.vector, alike).values()].some(({ isNear }) => isNear)).toBe(false)
})
