import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** How many statements may share a connection at a time: more of them would wait for one another while other connections rest. */
const shareAtMost = 9

interface Share {
  client: Promise<PoolClient>
  /** Statements that are not done. */
  open: number
}

/**
 * A pool of pipelined connections as Kysely sees it, in which statements that begin in the same turn of the event loop share a connection.
 * They reach Postgres in one packet and are answered in order, each by itself, so that one which fails harms no other. What it saves are
 * the ways to the kernel and the waking of a Postgres process for each (docs/benchmarks.md). Nothing may span statements here: no
 * transaction, no cursor, no cancelling.
 */
export function sharing(pool: Pool): PostgresPool {
  let newest: Share | undefined
  const begin = (): Share => {
    const share: Share = { client: pool.connect(), open: 0 }
    const close = () => {
      if (newest === share) newest = undefined
    }
    // who comes in a later turn shall not wait for a connection that is only being made; where all are busy, waiting together is shorter
    setImmediate(() => {
      if (pool.waitingCount === 0) close()
    })
    // by then all that this turn brought has asked for it, and sends before the next tick
    share.client.then(({ connection: { stream } }) => {
      close()
      stream.cork()
      process.nextTick(() => stream.uncork())
    }, close)
    return share
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      newest = newest && newest.open < shareAtMost ? newest : begin()
      const share = newest
      share.open += 1
      const client = await share.client
      return {
        query: client.query.bind(client) as PoolClient['query'],
        release: () => {
          share.open -= 1
          if (share.open === 0) client.release()
        },
      }
    },
  }
}
