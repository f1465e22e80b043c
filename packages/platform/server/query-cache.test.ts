import type { Db } from '@duo/db/index.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cachedQuery } from './query-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // lru-cache treats an entry created at time 0 as one without a TTL
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

const database = () => ({}) as Db

test('runs a query once per key and database while its row is cached', async () => {
  const requests: string[] = []
  const cached = cachedQuery(
    5_000,
    (name: string) => name,
    async (_db, name) => ({ name, run: requests.push(name) }),
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

test('does not cache a missing row or a failure', async () => {
  const query = vi.fn<() => Promise<{ name: string } | undefined>>()
  const cached = cachedQuery(5_000, (name: string) => name, query)
  const db = database()
  query.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce({ name: 'there' })
  expect(await cached(db, 'a')).toBeUndefined()
  await expect(cached(db, 'a')).rejects.toThrow('away')
  expect(await cached(db, 'a')).toEqual({ name: 'there' })
})
