import type { Db } from '@duo/db/index.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { remembered } from './remembered.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const database = () => ({}) as Db

test('is asked once while it is remembered, by name and database, and anew afterwards', async () => {
  const asked: string[] = []
  const answer = remembered(
    5_000,
    (name: string) => name,
    async (_db, name) => `${name} ${asked.push(name)}`,
  )
  const [one, other] = [database(), database()]
  expect([await answer(one, 'a'), await answer(one, 'a'), await answer(one, 'b'), await answer(other, 'a')]).toEqual([
    'a 1',
    'a 1',
    'b 2',
    'a 3',
  ])
  vi.advanceTimersByTime(5_000)
  expect(await answer(one, 'a')).toBe('a 4')
})

test('what is missing or cannot be read is not remembered', async () => {
  const ask = vi.fn<() => Promise<string | undefined>>()
  const answer = remembered(5_000, (name: string) => name, ask)
  const db = database()
  ask.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('there')
  expect(await answer(db, 'a')).toBeUndefined()
  await expect(answer(db, 'a')).rejects.toThrow('away')
  expect(await answer(db, 'a')).toBe('there')
})
