import type { Db } from '@duo/db/index.ts'
import { LRUCache } from 'lru-cache'

/** Caches up to `max` rows of a query for `ttl` ms; 0 keeps them as long as they are used. Missing rows and errors are not cached. */
export function cachedQuery<Input, Row extends object>(
  ttl: number,
  keyOf: (input: Input) => string,
  query: (db: Db, input: Input) => Promise<Row | undefined>,
  max = 1_000,
): (db: Db, input: Input) => Promise<Row | undefined> {
  const caches = new WeakMap<Db, LRUCache<string, Row, { db: Db; input: Input }>>()
  const create = () =>
    new LRUCache<string, Row, { db: Db; input: Input }>({
      max,
      ttl,
      perf: { now: () => performance.now() },
      fetchMethod: (_key, _old, { context: { db, input } }) => query(db, input),
    })
  return (db, input) => {
    const cache = caches.get(db) ?? create()
    caches.set(db, cache)
    return cache.fetch(keyOf(input), { context: { db, input } })
  }
}
