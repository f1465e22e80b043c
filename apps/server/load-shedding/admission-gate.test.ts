import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGate } from './admission-gate.ts'

const always = () => 1

// enough ticks to start everything that may start
async function waitTicks(count = 20) {
  for (let tick = 0; tick < count; tick++) await nextTurn()
}

test('runs and queues up to its limits, in order, and rejects the rest', async () => {
  const gate = createGate({ startsPerTick: 1, running: 1, waiting: 2 }, always)
  const ran: string[] = []
  const enter = (name: string) => gate.take(() => ran.push(name))
  const [first, second, third] = [enter('a'), enter('b'), enter('c')]
  expect(enter('refused')).toBeNull()
  await waitTicks()
  expect(ran).toEqual(['a'])
  first?.leave()
  await waitTicks()
  expect(ran).toEqual(['a', 'b'])
  // a request that leaves the queue never runs and frees its slot
  third?.leave()
  expect(enter('d')).not.toBeNull()
  second?.leave()
  second?.leave()
  await waitTicks()
  expect(ran).toEqual(['a', 'b', 'd'])
})

test('starts a limited number per event-loop tick, so that other events are handled in between', async () => {
  const gate = createGate({ startsPerTick: 2, running: 10, waiting: 0 }, always)
  let startedCount = 0
  for (let i = 0; i < 5; i++)
    gate.take(() => {
      startedCount += 1
    })
  const seen: number[] = [startedCount]
  for (let tick = 0; tick < 4; tick++) {
    await nextTurn()
    seen.push(startedCount)
  }
  expect(seen).toEqual([0, 2, 4, 5, 5])
})

test('lends a paused slot to the next request and takes it back without waiting', async () => {
  const gate = createGate({ startsPerTick: 1, running: 1, waiting: 1 }, always)
  const ran: string[] = []
  const enter = (name: string) => gate.take(() => ran.push(name))
  const [slow, other] = [enter('slow'), enter('other')]
  await waitTicks()
  slow?.pause()
  await waitTicks()
  expect(ran).toEqual(['slow', 'other'])
  slow?.resume()
  // both run: nothing else starts until both have left
  expect(enter('refused')).toBeNull()
  other?.leave()
  enter('last')
  await waitTicks()
  expect(ran).toEqual(['slow', 'other'])
  slow?.leave()
  await waitTicks()
  expect(ran).toEqual(['slow', 'other', 'last'])
})

test('admits less as the share shrinks, but never less than may run', () => {
  let share = 1
  const gate = createGate({ startsPerTick: 1, running: 4, waiting: 12 }, () => share)
  const enter = () => gate.take(() => {}) !== null
  share = 0.5
  expect(Array.from({ length: 10 }, enter).filter(Boolean)).toHaveLength(8)
  share = 1
  expect(Array.from({ length: 10 }, enter).filter(Boolean)).toHaveLength(8)
  const slow = createGate({ startsPerTick: 1, running: 4, waiting: 12 }, () => 0)
  expect(Array.from({ length: 10 }, () => slow.take(() => {}) !== null).filter(Boolean)).toHaveLength(4)
})

test('rejects at once while the head of the queue has waited too long, even with free slots', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const gate = createGate({ startsPerTick: 1, running: 1, waiting: 100 }, always)
  const enter = () => gate.take(() => {})
  const first = enter()
  await waitTicks()
  enter()
  vi.advanceTimersByTime(400)
  expect(enter()).not.toBeNull()
  vi.advanceTimersByTime(200)
  expect(enter()).toBeNull()
  first?.leave()
  await waitTicks()
  expect(enter()).not.toBeNull()
})
