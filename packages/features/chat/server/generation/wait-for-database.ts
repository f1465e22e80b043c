import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import { ModelError } from '../model/model-client.ts'

/** A failover takes up to 40 s when a machine is lost, but a reader who sees nothing for longer than this asks again. */
const waitMs = 20_000
const pauseMs = 250

/**
 * Repeats work that failed because the database was away or busy, for up to 20 s and as long as `canRepeat`. Rejects when the signal
 * aborts. A model that cannot be reached has its own retries.
 */
export async function waitForDatabase<T>(work: () => Promise<T>, canRepeat: () => boolean, signal: AbortSignal): Promise<T> {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isAway = !(error instanceof ModelError) && (isConnectionError(error) || isLockError(error))
      if (!isAway || !canRepeat() || performance.now() > deadline) throw error
      await sleep(pauseMs, undefined, { signal })
    }
  }
}
