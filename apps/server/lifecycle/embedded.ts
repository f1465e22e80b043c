import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@duo/db/embedded/embedded.ts'
import { errorCode } from '@duo/db/errors.ts'
import { acquireServerLock } from '@duo/db/server-lock.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { closeInOrder } from './shutdown.ts'

/** How long to wait before Postgres is started once more, ms. */
const retryAfter = 1_000

interface EmbeddedOptions {
  dataDir: string
  /** The port this server will listen on; told to whoever tries to start a second one. */
  port: number
  log: Logger
  /** Told when this server cannot go on: another one took its data folder, or Postgres came back where nobody looks for it. */
  onHopeless: (reason: string) => void
}

/**
 * The embedded Postgres, claimed for this server alone. When it goes away (somebody ends its process, the machine runs out of
 * memory) it is started again on its old port, so that the pool finds it where it was.
 */
export async function keepEmbedded({ dataDir, port, log, onHopeless }: EmbeddedOptions) {
  const closing = new AbortController()
  let held = await take()
  const { url } = held.embedded
  let recovery: Promise<void> | undefined

  async function take() {
    const embedded = await startEmbedded({ dataDir, log: (line) => log.debug(line) })
    try {
      const claim = await acquireServerLock(embedded.url, { pid: process.pid, port, onLost: startAgain })
      return { embedded, claim }
    } catch (error) {
      await embedded.release()
      throw error
    }
  }

  function startAgain() {
    if (closing.signal.aborted) return
    recovery ??= recover().finally(() => {
      recovery = undefined
    })
  }

  async function recover() {
    log.error('the embedded Postgres went away; starting it again')
    while (!closing.signal.aborted) {
      try {
        const lost = held
        held = await take()
        await lost.embedded.release()
        if (held.embedded.url === url) return log.info('the embedded Postgres is back')
        return onHopeless('the embedded Postgres came back on another port')
      } catch (err) {
        log.error({ err }, 'the embedded Postgres did not start')
        if (errorCode(err) === 'DATABASE_CLAIMED') return onHopeless('another server took the data folder')
        await sleep(retryAfter, undefined, { signal: closing.signal }).catch(() => {}) // closing ends the wait early
      }
    }
  }

  return {
    url,
    /** Gives the claim up and stops Postgres, unless a command-line tool still uses it. */
    close: async () => {
      closing.abort()
      await recovery
      await closeInOrder([held.claim.release, held.embedded.release])
    },
  }
}
