import { expect, test } from 'vitest'
import { overlapPath } from './motif.ts'

const numbers = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? []

test('halves that do not touch have no overlap', () => {
  expect(overlapPath({ x: 0, y: 0, r: 10 }, { x: 21, y: 0, r: 10 })).toBe('')
  expect(overlapPath({ x: 0, y: 0, r: 50 }, { x: 1, y: 0, r: 10 })).toBe('')
})

test('the overlap runs through both intersections of the circles', () => {
  const [person, agent] = [
    { x: 208, y: 208, r: 206 },
    { x: 400, y: 470, r: 240 },
  ]
  const [startX = 0, startY = 0, , , , , , endX = 0, endY = 0] = numbers(overlapPath(person, agent))
  for (const [x, y] of [
    [startX, startY],
    [endX, endY],
  ] as const) {
    expect(Math.hypot(x - person.x, y - person.y)).toBeCloseTo(person.r, 1)
    expect(Math.hypot(x - agent.x, y - agent.y)).toBeCloseTo(agent.r, 1)
  }
})
