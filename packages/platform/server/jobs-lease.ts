import type { Pool, PoolClient } from 'pg'
import { describeFailure } from './jobs-failure.ts'
import { pause } from './jobs-pause.ts'
import type { Logger } from './log.ts'

/** Proof, visible to every process on the database, that the holder of some locked jobs is alive. */
export type Lease = {
  /** False while the connection is being replaced: whoever cannot prove to be alive takes no new job. */
  held: () => boolean
  release: () => void
}

const RECONNECT_MS = 500

/**
 * Holds a session advisory lock on the owner's name, on a connection of its own: Postgres frees the lock the moment the
 * process or its connection is gone. A lost connection is replaced until `release`. Throws when the first one fails.
 */
export async function holdLease({ pool, owner, log }: { pool: Pool; owner: string; log: Logger }): Promise<Lease> {
  const stopping = new AbortController()
  let holder: PoolClient | undefined

  const hold = async () => {
    const client = await lockedClient(pool, owner)
    client.once('end', () => {
      if (stopping.signal.aborted) return
      client.release(true)
      holder = undefined
      log.warn('the job worker lost its lease and is taking it again')
      void holdAgain()
    })
    if (stopping.signal.aborted) client.release(true)
    else holder = client
  }
  const holdAgain = async () => {
    while (!holder && !stopping.signal.aborted) {
      await hold().catch((error) => log.warn(describeFailure(error), 'the job worker has no lease yet'))
      if (!holder) await pause(RECONNECT_MS, stopping.signal)
    }
  }

  await hold()
  return {
    held: () => holder !== undefined,
    release() {
      stopping.abort()
      // Destroyed, not returned: the lock ends with the session.
      holder?.release(true)
      holder = undefined
    },
  }
}

/** A connection that holds the owner's lock. */
async function lockedClient(pool: Pool, owner: string): Promise<PoolClient> {
  const client = await pool.connect()
  // An error without a listener would end the process; `end` follows it.
  client.on('error', () => {})
  try {
    // Without these Postgres needs two hours to notice that a machine lost its power (the kernel's default).
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [owner])
  } catch (error) {
    client.release(true)
    throw error
  }
  return client
}
