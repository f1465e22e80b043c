import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '@duo/db/embedded.ts'
import { claimServer } from '@duo/db/server-claim.ts'
import type { Logger } from '@duo/platform/server/log.ts'

/** How long to wait before Postgres is started once more, ms. */
const retryAfter = 1_000

interface EmbeddedOptions {
  dataDir: string
  /** The port this server will listen on; told to whoever tries to start a second one. */
  port: number
  log: Logger
}

/**
 * The embedded Postgres, claimed for this server alone. When it goes away (somebody ends its process, the machine runs out of
 * memory) it is started again on its old port, so that the pool finds it where it was.
 */
export async function keepEmbedded({ dataDir, port, log }: EmbeddedOptions) {
  let closing = false
  const take = async () => {
    const embedded = await startEmbedded({ dataDir, log: (line) => log.debug(line) })
    const claim = await claimServer(embedded.url, { pid: process.pid, port, onLost: () => void recover() })
    return { embedded, claim }
  }
  let held = await take()
  const { url } = held.embedded
  let recovering = false

  async function recover() {
    if (closing || recovering) return
    recovering = true
    log.error('the embedded Postgres went away; starting it again')
    while (!closing) {
      try {
        held = await take()
        break
      } catch (err) {
        log.error({ err }, 'the embedded Postgres did not start')
        await sleep(retryAfter)
      }
    }
    recovering = false
    if (held.embedded.url !== url) log.error('the embedded Postgres came back on another port; restart this server')
    else log.info('the embedded Postgres is back')
  }

  return {
    url,
    /** Gives the claim up and stops Postgres, unless a command-line tool still uses it. */
    close: async () => {
      closing = true
      await held.claim.release()
      await held.embedded.release()
    },
  }
}
