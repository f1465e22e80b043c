import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from '../log.ts'
import { describeFailure } from '../redact.ts'

type Poller = { name: string; count: number; createdOn: number; lastFetchedOn: number | null }

type WatchOptions = {
  url: string
  hungAfter: number
  lastFetches: () => readonly Poller[]
  log: Logger
  onHung: () => Promise<number>
}

const probeTimeout = 3_000

/** Detects idle pollers that stopped fetching although the database responds. Probes on a connection no poller can block. */
export function watch({ url, hungAfter, lastFetches, log, onHung }: WatchOptions) {
  const stopping = new AbortController()
  let silentSince = 0
  let lastLook = { wall: Date.now(), steady: performance.now() }

  /** A stepped clock makes every poller look silent, or hides for hours that one is. */
  const hasClockStepped = () => {
    const { wall, steady } = lastLook
    lastLook = { wall: Date.now(), steady: performance.now() }
    return Math.abs(lastLook.wall - wall - (lastLook.steady - steady)) > 1_000
  }
  const look = async () => {
    const now = Date.now()
    if (hasClockStepped()) silentSince = now
    const silent = lastFetches().filter(({ count, lastFetchedOn, createdOn }) => {
      const fetchedOn = lastFetchedOn ?? createdOn
      return count === 0 && now - Math.max(fetchedOn > now ? 0 : fetchedOn, silentSince) > hungAfter
    })
    if (silent.length === 0) return
    if (!(await answers(url))) {
      silentSince = Date.now()
      return
    }
    const queues = [...new Set(silent.map(({ name }) => name))]
    const lastFetch = Math.min(...silent.map(({ lastFetchedOn, createdOn }) => lastFetchedOn ?? createdOn))
    log.error({ queues, lastFetchSeconds: Math.round((now - lastFetch) / 1000) }, 'job worker hangs, replacing it')
    const oldestDueSeconds = await onHung()
    log.warn({ oldestDueSeconds }, 'job worker replaced')
  }
  void (async () => {
    while (!stopping.signal.aborted) {
      await sleep(hungAfter / 6, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted)
        await look().catch((error) => log.warn(describeFailure(error), 'job worker could not be replaced'))
    }
  })()
  return { stop: () => stopping.abort() }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
