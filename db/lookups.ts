import type { PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** How many statements may share a connection at a time: more of them would wait for one another while other connections rest. */
const shareAtMost = 9

interface Share {
  client: Promise<PoolClient>
  /** Statements that were given it, and those of them that are not done. */
  given: number
  open: number
}

/**
 * A pool of pipelined connections as Kysely sees it, in which statements that begin in the same turn of the event loop share a connection.
 * They reach Postgres in one packet and are answered in order, each by itself, so that one which fails harms no other. What it saves are
 * the ways to the kernel and the waking of a Postgres process for each (docs/benchmarks.md). Nothing may span statements here: no
 * transaction, no cursor.
 */
export function sharing(pool: Pool): PostgresPool {
  let newest: Share | undefined
  const begin = (): Share => {
    const share: Share = { client: pool.connect(), given: 0, open: 0 }
    const close = () => {
      if (newest === share) newest = undefined
    }
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
      newest = newest && newest.given < shareAtMost ? newest : begin()
      const share = newest
      share.given += 1
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
