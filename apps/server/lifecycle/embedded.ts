import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '@duo/db/errors.ts'
import { acquireServerLock } from '@duo/db/server-lock.ts'
import { startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { closeInOrder } from './shutdown.ts'

const retryAfter = 1_000

interface EmbeddedOptions {
  dataDir: string
  port: number
  log: Logger
  /** Called when the server cannot go on: another one took the data folder, or Postgres came back on another port. */
  onHopeless: (reason: string) => void
}

/** Starts the embedded Postgres for this server only. If it dies, restarts it on the same port, so that the pool reconnects. */
export async function superviseEmbedded({ dataDir, port, log, onHopeless }: EmbeddedOptions) {
  const closing = new AbortController()
  let handle = await take()
  const { url } = handle.embedded
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
    log.error('the embedded Postgres was lost, restarting it')
    while (!closing.signal.aborted) {
      try {
        const lost = handle
        handle = await take()
        await lost.embedded.release()
        if (handle.embedded.url === url) return log.info('the embedded Postgres is back')
        return onHopeless('the embedded Postgres came back on another port')
      } catch (err) {
        log.error({ err }, 'failed to start the embedded Postgres, will retry')
        if (errorCode(err) === 'DATABASE_CLAIMED') return onHopeless('another server took the data folder')
        await sleep(retryAfter, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  return {
    url,
    close: async () => {
      closing.abort()
      await recovery
      await closeInOrder([handle.claim.release, handle.embedded.release])
    },
  }
}
