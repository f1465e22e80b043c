import type { Db } from '@duo/db/index.ts'
import { LRUCache } from 'lru-cache'

/**
 * Keeps what a query returned for `ttl` milliseconds: for what is read all the time and changes seldom, and where a change may show that
 * much later. Rows that are missing and queries that fail are not kept.
 */
export function cachedQuery<Input, Row extends object>(
  ttl: number,
  keyOf: (input: Input) => string,
  query: (db: Db, input: Input) => Promise<Row | undefined>,
): (db: Db, input: Input) => Promise<Row | undefined> {
  const caches = new WeakMap<Db, LRUCache<string, Row, { db: Db; input: Input }>>()
  const create = () =>
    new LRUCache<string, Row, { db: Db; input: Input }>({
      max: 1_000,
      ttl,
      // looked up each time, so that a test can move the clock
      perf: { now: () => performance.now() },
      fetchMethod: (_key, _old, { context: { db, input } }) => query(db, input),
    })
  return (db, input) => {
    const cache = caches.get(db) ?? create()
    caches.set(db, cache)
    return cache.fetch(keyOf(input), { context: { db, input } })
  }
}
