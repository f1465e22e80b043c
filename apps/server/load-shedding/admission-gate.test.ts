import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGate } from './admission-gate.ts'

const always = () => 1

/** Long enough for everything that may begin to begin. */
async function turns(count = 20) {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

test('lets so many run, so many wait in the order they came, and refuses the rest', async () => {
  const gate = createGate({ startsPerTurn: 1, running: 1, waiting: 2 }, always)
  const ran: string[] = []
  const enter = (name: string) => gate.take(() => ran.push(name))
  const [first, second, third] = [enter('a'), enter('b'), enter('c')]
  expect(enter('refused')).toBeNull()
  await turns()
  expect(ran).toEqual(['a'])
  first?.leave()
  await turns()
  expect(ran).toEqual(['a', 'b'])
  // a visitor who leaves while waiting never runs, and frees the place
  third?.leave()
  expect(enter('d')).not.toBeNull()
  second?.leave()
  second?.leave()
  await turns()
  expect(ran).toEqual(['a', 'b', 'd'])
})

test('begins so many a turn of the event loop, so that others are heard in between', async () => {
  const gate = createGate({ startsPerTurn: 2, running: 10, waiting: 0 }, always)
  let begun = 0
  for (let i = 0; i < 5; i++)
    gate.take(() => {
      begun += 1
    })
  const seen: number[] = [begun]
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn()
    seen.push(begun)
  }
  expect(seen).toEqual([0, 2, 4, 5, 5])
})

test('a paused place is lent to the next, and taken back without waiting', async () => {
  const gate = createGate({ startsPerTurn: 1, running: 1, waiting: 1 }, always)
  const ran: string[] = []
  const enter = (name: string) => gate.take(() => ran.push(name))
  const [slow, other] = [enter('slow'), enter('other')]
  await turns()
  slow?.pause()
  await turns()
  expect(ran).toEqual(['slow', 'other'])
  slow?.resume()
  // both run: no one else begins until both have left
  expect(enter('refused')).toBeNull()
  other?.leave()
  enter('last')
  await turns()
  expect(ran).toEqual(['slow', 'other'])
  slow?.leave()
  await turns()
  expect(ran).toEqual(['slow', 'other', 'last'])
})

test('lets in less as the share shrinks, but always as many as may run', () => {
  let share = 1
  const gate = createGate({ startsPerTurn: 1, running: 4, waiting: 12 }, () => share)
  const enter = () => gate.take(() => {}) !== null
  share = 0.5
  expect(Array.from({ length: 10 }, enter).filter(Boolean)).toHaveLength(8)
  share = 1
  expect(Array.from({ length: 10 }, enter).filter(Boolean)).toHaveLength(8)
  const slow = createGate({ startsPerTurn: 1, running: 4, waiting: 12 }, () => 0)
  expect(Array.from({ length: 10 }, () => slow.take(() => {}) !== null).filter(Boolean)).toHaveLength(4)
})

test('refuses at once while the first of those who wait has waited too long, whatever room there is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const gate = createGate({ startsPerTurn: 1, running: 1, waiting: 100 }, always)
  const enter = () => gate.take(() => {})
  const first = enter()
  await turns()
  enter()
  vi.advanceTimersByTime(400)
  expect(enter()).not.toBeNull()
  vi.advanceTimersByTime(200)
  expect(enter()).toBeNull()
  first?.leave()
  await turns()
  expect(enter()).not.toBeNull()
})
