import type { Db } from '@duo/db/index.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedQuery } from './query-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // lru-cache takes an entry of the moment 0 for one without an end
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const database = () => ({}) as Db

test('runs a query once while its row is kept, for each key and database, and again afterwards', async () => {
  const asked: string[] = []
  const cached = cachedQuery(
    5_000,
    (name: string) => name,
    async (_db, name) => ({ name, run: asked.push(name) }),
  )
  const [one, other] = [database(), database()]
  expect([await cached(one, 'a'), await cached(one, 'a'), await cached(one, 'b'), await cached(other, 'a')]).toEqual([
    { name: 'a', run: 1 },
    { name: 'a', run: 1 },
    { name: 'b', run: 2 },
    { name: 'a', run: 3 },
  ])
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await cached(one, 'a')).toEqual({ name: 'a', run: 4 })
})

test('does not keep a missing row or a failure', async () => {
  const query = vi.fn<() => Promise<{ name: string } | undefined>>()
  const cached = cachedQuery(5_000, (name: string) => name, query)
  const db = database()
  query.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce({ name: 'there' })
  expect(await cached(db, 'a')).toBeUndefined()
  await expect(cached(db, 'a')).rejects.toThrow('away')
  expect(await cached(db, 'a')).toEqual({ name: 'there' })
})
